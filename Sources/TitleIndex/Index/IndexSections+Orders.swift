/// The orders that a reader needs besides the rank.
extension IndexSections {
  mutating func append(_ more: [Spelling], _ text: [UInt8]) {
    let start = UInt32(spellingText.count)
    spellings += more.lazy.map {
      Spelling(start: start + $0.start, length: $0.length, kind: $0.kind, rank: $0.rank)
    }
    spellingText += text
  }

  mutating func sortSpellings() { Spelling.sort(&spellings, spellingText) }

  mutating func sortIDs() throws(IndexError) {
    let records = records
    func key(_ rank: UInt32) -> UInt64 {
      UInt64(records[Int(rank)].isSeries ? 1 : 0) << 32 | UInt64(records[Int(rank)].id)
    }
    ids = (0..<UInt32(records.count)).sorted { key($0) < key($1) }
    for (one, other) in zip(ids, ids.dropFirst()) where key(one) == key(other) {
      let title = records[Int(other)]
      throw IndexError("duplicate \(title.isSeries ? "tv" : "movie") \(title.id)", line: Int(other) + 1)
    }
  }
}

extension Spelling {
  static func sort(_ spellings: inout [Spelling], _ text: [UInt8]) {
    text.withUnsafeBufferPointer { text in
      spellings.sort { one, other in
        let order = order(
          text.baseAddress, Int(one.start), Int(one.length), Int(other.start), Int(other.length))
        return order == 0 ? one.rank < other.rank : order < 0
      }
    }
  }
}
