import JSONRPC

extension JSONValue {
  /// Any tree at most `depth` containers deep, with the strings, names and numbers that go wrong most easily.
  static func random(depth: Int, using generator: inout SeededGenerator) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &generator) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &generator))
    case 2: return .number(randomNumber(using: &generator))
    case 3, 4: return .string(randomText(using: &generator))
    case 5:
      let count = Int.random(in: 0...4, using: &generator)
      return .array((0..<count).map { _ in random(depth: depth - 1, using: &generator) })
    default:
      let count = Int.random(in: 0...4, using: &generator)
      return .object(
        (0..<count).map { _ in
          JSONMember(randomText(using: &generator), random(depth: depth - 1, using: &generator))
        })
    }
  }

  private static func randomText(using generator: inout SeededGenerator) -> String {
    let favourites: [Unicode.Scalar] = [
      "\"", "\\", "/", "\n", "\r", "\0", "\u{1F}", "\u{7F}", "\u{2028}", "é", "\u{10FFFF}",
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...12, using: &generator) {
      let any = Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &generator))
      let plain = Unicode.Scalar(UInt8.random(in: 0x20...0x7E, using: &generator))
      let odd = favourites.randomElement(using: &generator)
      text.append([any, plain, odd].randomElement(using: &generator)?.flatMap { $0 } ?? "a")
    }
    return String(text)
  }

  private static func randomNumber(using generator: inout SeededGenerator) -> String {
    func digits(_ count: ClosedRange<Int>, _ generator: inout SeededGenerator) -> String {
      (0..<Int.random(in: count, using: &generator)).map { _ in
        String(Int.random(in: 0...9, using: &generator))
      }
      .joined()
    }
    var text = Bool.random(using: &generator) ? "-" : ""
    text +=
      Bool.random(using: &generator)
      ? "0" : String(Int.random(in: 1...9, using: &generator)) + digits(0...25, &generator)
    if Bool.random(using: &generator) { text += "." + digits(1...20, &generator) }
    if Bool.random(using: &generator) {
      text += ["e", "E", "e+", "E-"].randomElement(using: &generator) ?? "e"
      text += digits(1...5, &generator)
    }
    return text
  }
}
