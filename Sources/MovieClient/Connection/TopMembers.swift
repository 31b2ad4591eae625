/// The members of a JSON object with the positions of their values, so that a result is printed as it was
/// sent.
///
/// Only for text that is known to be JSON: it searches for quotes, brackets and commas and checks nothing.
struct TopMembers: IteratorProtocol {
  struct Member: Equatable {
    var name: String
    var value: Range<Int>
  }

  private let bytes: [UInt8]
  private var at: Int

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    at = (bytes.firstIndex(of: UInt8(ascii: "{")) ?? bytes.count) + 1
  }

  mutating func next() -> Member? {
    skip { $0.isBlank || $0 == .comma }
    guard at < bytes.count, bytes[at] == .quote else { return nil }
    let start = at + 1
    skipString()
    // Names with escapes are left as written: none of ours has one.
    let name = String(decoding: bytes[start..<max(start, at - 1)], as: UTF8.self)
    skip { $0.isBlank || $0 == .colon }
    let value = at
    skipValue()
    return Member(name: name, value: value..<at)
  }

  private mutating func skipValue() {
    var depth = 0
    while at < bytes.count {
      switch bytes[at] {
      case .quote:
        skipString()
        if depth == 0 { return }
        continue
      case _ where bytes[at].opensBracket: depth += 1
      case _ where bytes[at].closesBracket:
        // The bracket of the object itself ends a number or a word.
        if depth == 0 { return }
        depth -= 1
        if depth == 0 {
          at += 1
          return
        }
      case _ where depth == 0 && (bytes[at] == .comma || bytes[at].isBlank): return
      default: break
      }
      at += 1
    }
  }

  private mutating func skipString() {
    at += 1
    while at < bytes.count, bytes[at] != .quote { at += bytes[at] == .backslash ? 2 : 1 }
    at = min(at + 1, bytes.count)
  }

  private mutating func skip(while condition: (UInt8) -> Bool) {
    while at < bytes.count, condition(bytes[at]) { at += 1 }
  }
}
