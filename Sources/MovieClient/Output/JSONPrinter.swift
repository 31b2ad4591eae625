import JSONRPC

/// JSON for a terminal: indented, and without characters that could control the terminal.
///
/// Numbers and escapes stay as they were sent; text copied from the screen is still the same JSON.
package enum JSONPrinter {
  /// - Parameter json: one strict JSON text.
  package static func indented(_ json: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(json.count * 2)
    var level = 0
    var at = 0
    while at < json.count {
      let byte = json[at]
      switch byte {
      case .quote:
        let end = endOfString(json, at)
        escape(json[at..<end], into: &output)
        at = end
        continue
      case _ where byte.opensBracket:
        output.append(byte)
        let next = json[(at + 1)...].firstIndex { !$0.isBlank } ?? json.count
        if next < json.count, json[next].closesBracket {
          output.append(json[next])
          at = next
        } else {
          level += 1
          startLine(level, &output)
        }
      case _ where byte.closesBracket:
        level = max(0, level - 1)
        startLine(level, &output)
        output.append(byte)
      case .comma:
        output.append(byte)
        startLine(level, &output)
      case .colon:
        output.append(byte)
        output.append(.space)
      case _ where byte.isBlank: break
      default: output.append(byte)
      }
      at += 1
    }
    return output
  }

  /// Unchanged, except for the characters that could control a terminal.
  package static func escaped(_ json: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    escape(json[...], into: &output)
    return output
  }

  private static func startLine(_ level: Int, _ output: inout [UInt8]) {
    output.append(.newline)
    output.append(contentsOf: repeatElement(.space, count: 2 * level))
  }

  private static func endOfString(_ json: [UInt8], _ start: Int) -> Int {
    var at = start + 1
    while at < json.count, json[at] != .quote { at += json[at] == .backslash ? 2 : 1 }
    return min(at + 1, json.count)
  }

  /// In JSON, DEL and non-ASCII characters occur only within strings, and no control character below them
  /// does.
  private static func escape(_ string: ArraySlice<UInt8>, into output: inout [UInt8]) {
    // Most strings are plain ASCII and need no check of each character.
    guard string.contains(where: { $0 >= 0x7F }) else {
      output.append(contentsOf: string)
      return
    }
    for scalar in String(decoding: string, as: UTF8.self).unicodeScalars {
      if scalar.value >= 0x7F, TerminalText.isHostile(scalar) {
        for unit in UTF16.encode(scalar) ?? .init() { output.append(contentsOf: escapedUnit(unit).utf8) }
      } else {
        output.append(contentsOf: UTF8.encode(scalar) ?? .init())
      }
    }
  }

  private static func escapedUnit(_ unit: UInt16) -> String {
    "\\u" + unit.padded(to: 4, radix: 16)
  }
}
