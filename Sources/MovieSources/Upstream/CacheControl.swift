import HTTPClient
import JSONRPC

/// How long a response may be cached (https://www.rfc-editor.org/rfc/rfc9111#section-5.2.2).
struct CacheControl: Sendable, Equatable {
  var maxAge: Duration?
  /// `no-store` or `no-cache`: it has to be fetched again each time.
  var mustRefetch = false

  /// More than any bound in this program.
  private static let maxSeconds: Int64 = 1 << 31

  /// - Parameters:
  ///   - header: `public, max-age=14400`; nil if there is none.
  ///   - age: the header `Age`: how many of the seconds have passed already.
  init(_ header: String?, age: String? = nil) {
    for directive in (header ?? "").prefix(1000).split(separator: ",") {
      let parts = directive.split(separator: "=", maxSplits: 1).map { $0.trimmingBlanks.lowercased() }
      switch parts.first {
      case "no-store", "no-cache": mustRefetch = true
      case "max-age": if parts.count == 2 { maxAge = maxAge ?? Self.seconds(parts[1]) }
      default: break
      }
    }
    if let known = maxAge, let age = age.flatMap({ Self.seconds($0.trimmingBlanks) }) {
      maxAge = max(.zero, known - age)
    }
  }

  /// Digits only; a number too large for Int64 counts as unlimited.
  private static func seconds(_ text: String) -> Duration? {
    let text =
      text.hasPrefix("\"") && text.hasSuffix("\"") && text.count > 1
      ? String(text.dropFirst().dropLast()) : text
    guard !text.isEmpty, text.utf8.allSatisfy(\.isDigit) else {
      return nil
    }
    return .seconds(min(Int64(text) ?? maxSeconds, maxSeconds))
  }
}
