/// The entities that YouTube's search writes in titles for `&`, quotes and angle brackets
/// (https://html.spec.whatwg.org/multipage/named-characters.html; the five that JSON APIs use, and numbers).
enum HTMLEntities {
  private static let named: [Substring: Character] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
  ]
  /// `&#x10FFFF;`
  private static let maxLength = 9

  /// Leaves anything else unchanged.
  static func decode(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var decoded = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "&") {
      decoded += rest[..<start]
      rest = rest[start...]
      let candidate = rest.dropFirst().prefix(maxLength)
      if let end = candidate.firstIndex(of: ";"), let character = character(candidate[..<end]) {
        decoded.append(character)
        rest = rest[rest.index(after: end)...]
      } else {
        decoded.append("&")
        rest = rest.dropFirst()
      }
    }
    return decoded + rest
  }

  private static func character(_ name: Substring) -> Character? {
    guard name.first == "#" else { return named[name] }
    let number = name.dropFirst()
    let value =
      number.first == "x" || number.first == "X" ? UInt32(number.dropFirst(), radix: 16) : UInt32(number)
    guard let scalar = value.flatMap(Unicode.Scalar.init), scalar.properties.generalCategory != .control
    else {
      return nil
    }
    return Character(scalar)
  }
}
