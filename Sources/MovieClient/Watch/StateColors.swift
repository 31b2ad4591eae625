import JSONRPC
import MovieProtocol

/// `--colors failed=#bf616a,paused=#8a93a5`: the colour of a polybar line, by its state. Other bars have
/// their own ways to style a state.
package struct StateColors: Equatable, Sendable {
  package static let none = StateColors()
  private var colors: [String: String] = [:]

  private init() {}

  package init(_ text: String) throws(CommandError) {
    for pair in text.split(separator: ",", omittingEmptySubsequences: false) {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, Self.isState(parts[0]), Self.isColor(parts[1]) else {
        throw .usage(
          "--colors takes STATE=#RRGGBB, not \"\(Spelling.shortened(String(pair)))\"",
          hint: "for example: --colors failed=#bf616a,paused=#8a93a5")
      }
      colors[parts[0]] = parts[1]
    }
  }

  subscript(state: String) -> String? { colors[state] }

  private static func isState(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy(\.isSmallLetter)
  }

  private static func isColor(_ text: String) -> Bool {
    let digits = text.utf8.dropFirst()
    return text.hasPrefix("#") && [3, 4, 6, 8].contains(digits.count)
      && digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
  }
}
