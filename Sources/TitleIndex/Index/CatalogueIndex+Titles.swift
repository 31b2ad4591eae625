/// Single titles: by ID, by name, and their cells.
extension CatalogueIndex {
  /// Its place in the order of how well titles are known, from 0; nil: there is no such title.
  package func rank(isSeries: Bool, id: Int) -> Int? {
    guard let id = UInt32(exactly: id) else { return nil }
    var (low, high) = (0, ids.count)
    while low < high {
      let middle = (low + high) / 2, rank = Int(ids[middle])
      guard rank < records.count else { return nil }
      let title = records[rank]
      if (title.isSeries ? 1 : 0, title.id) < (isSeries ? 1 : 0, id) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low < ids.count else { return nil }
    let rank = Int(ids[low])
    guard rank < records.count, records[rank].id == id, records[rank].isSeries == isSeries else { return nil }
    return rank
  }

  /// The titles with one of these whole names, in their search form, perhaps without its article; the best known
  /// first.
  package func ranks(named names: [String]) -> [Int] {
    var ranks: Set<Int> = []
    for name in names {
      spellings.each(name, orBeginning: false) { spelling, _ in
        switch spelling.kind {
        case .title, .withoutArticle, .alias: ranks.insert(Int(spelling.rank))
        case .squeezed, .initials: break
        }
      }
    }
    return ranks.filter { $0 < count }.sorted()
  }

  /// A cell of `TableColumn.texts`; of a poster what `PosterPath` has left of it.
  func cell(_ rank: Int, _ column: TableColumn) -> UnsafeBufferPointer<UInt8> {
    let line = line(rank)
    var start = 0
    for _ in 0..<(column.textPlace ?? .max) {
      guard let tab = line[start...].firstIndex(of: 0x09) else {
        return UnsafeBufferPointer(start: nil, count: 0)
      }
      start = tab + 1
    }
    let end = line[start...].firstIndex(of: 0x09) ?? line.count
    return UnsafeBufferPointer(rebasing: line[start..<end])
  }

  package func text(_ rank: Int, _ column: TableColumn) -> String {
    String(decoding: cell(rank, column), as: UTF8.self)
  }

  func items(_ rank: Int, _ column: TableColumn) -> [String] {
    text(rank, column).split(separator: "|").map { String($0) }
  }
}
