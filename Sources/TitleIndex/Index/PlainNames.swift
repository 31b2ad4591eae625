/// The search forms that titles are sorted by.
struct PlainNames {
  private var text: [UInt8] = []
  private var names: [(start: Int, count: Int, rank: Int)] = []

  mutating func append(_ name: [UInt8], rank: Int) {
    guard !name.isEmpty else { return }
    names.append((text.count, name.count, rank))
    text += name
  }

  mutating func append(_ other: PlainNames) {
    names += other.names.lazy.map { [count = text.count] in (count + $0.start, $0.count, $0.rank) }
    text += other.text
  }

  mutating func sort() {
    text.withUnsafeBufferPointer { text in
      names.sort { one, other in
        let order = order(text.baseAddress, one.start, one.count, other.start, other.count)
        return order == 0 ? one.rank < other.rank : order < 0
      }
    }
  }

  func each(_ body: (_ rank: Int, _ isAsBefore: Bool) -> Void) {
    var last: ArraySlice<UInt8>?
    for name in names {
      let this = text[name.start..<(name.start + name.count)]
      body(name.rank, this == last)
      last = this
    }
  }
}
