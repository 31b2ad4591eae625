/// The orders that a reader needs besides the rank.
extension IndexBuilder {
  mutating func sortTitles() {
    var ranks = Array(sections.records.indices).filter { plainStarts[$0] < plainStarts[$0 + 1] }
    plainNames.withUnsafeBufferPointer { text in
      ranks.sort { one, other in
        let order = order(text.baseAddress, plainStarts[one], length(one), plainStarts[other], length(other))
        return order == 0 ? one < other : order < 0
      }
    }
    var last: Int?
    var place: UInt32 = 0
    for rank in ranks {
      // Those of one name have one place: the better known one comes first in either direction.
      if last.map({ name($0) == name(rank) }) != true { place += 1 }
      sections.records[rank].titleOrder = place
      last = rank
    }
  }

  private func length(_ rank: Int) -> Int { plainStarts[rank + 1] - plainStarts[rank] }

  private func name(_ rank: Int) -> ArraySlice<UInt8> {
    plainNames[plainStarts[rank]..<plainStarts[rank + 1]]
  }

  mutating func sortIDs() throws(IndexError) {
    let records = sections.records
    func key(_ rank: UInt32) -> UInt64 {
      UInt64(records[Int(rank)].isSeries ? 1 : 0) << 32 | UInt64(records[Int(rank)].id)
    }
    sections.ids = (0..<UInt32(records.count)).sorted { key($0) < key($1) }
    for (one, other) in zip(sections.ids, sections.ids.dropFirst()) where key(one) == key(other) {
      let title = records[Int(other)]
      throw IndexError("duplicate \(title.isSeries ? "tv" : "movie") \(title.id)", line: Int(other) + 1)
    }
  }
}
