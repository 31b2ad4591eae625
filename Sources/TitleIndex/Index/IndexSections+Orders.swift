/// The orders that a reader needs besides the rank.
extension IndexSections {
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
