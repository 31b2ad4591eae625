/// The titles that have a person or a keyword, found by the words of its name.
struct RelatedNames {
  private let index: CatalogueIndex
  private let maxRank: Int
  private let most: Int
  private let folder = NameFolder()

  /// - Parameter most: of the best known, that are returned.
  init(_ index: CatalogueIndex, _ maxRank: Int, _ most: Int) {
    (self.index, self.maxRank, self.most) = (index, maxRank, most)
  }

  /// How many have all words of the name in that field. Of people the whole name is compared: "Chris" and "Evans" may
  /// be of two.
  func holders(
    of name: String, _ column: TableColumn
  ) -> (count: Int, ranks: [Int]) {
    let bytes = Array(name.utf8)
    guard let plain = bytes.withUnsafeBufferPointer({ folder.plain($0) }) else { return (0, []) }
    let field: Fields =
      switch column {
      case .director: .director
      case .cast: .cast
      default: .keyword
      }
    var lists: [UnsafeBufferPointer<UInt32>] = []
    for word in plain.split(separator: NameFolder.blank) {
      guard let number = index.number(of: String(decoding: word, as: UTF8.self)) else { return (0, []) }
      lists.append(index.postings(of: number..<number + 1))
    }
    lists.sort { $0.count < $1.count }
    guard let shortest = lists.first else { return (0, []) }
    var places = Array(repeating: 0, count: lists.count)
    var (count, ranks) = (0, [Int]())
    next: for posting in shortest where posting & UInt32(field.rawValue) != 0 {
      let rank = posting >> 8
      guard rank < maxRank else { break }
      for list in lists.indices.dropFirst() {
        let postings = lists[list]
        while places[list] < postings.count, postings[places[list]] >> 8 < rank { places[list] += 1 }
        guard places[list] < postings.count else { break next }
        let other = postings[places[list]]
        guard other >> 8 == rank, other & UInt32(field.rawValue) != 0 else { continue next }
      }
      if field != .keyword, lists.count > 1, !has(bytes, Int(rank), column) { continue }
      count += 1
      if ranks.count < most { ranks.append(Int(rank)) }
    }
    return (count, ranks)
  }

  /// Among the items of the cell.
  private func has(_ name: [UInt8], _ rank: Int, _ column: TableColumn) -> Bool {
    let cell = index.cell(rank, column)
    var start = 0
    while start + name.count <= cell.count {
      let end = start + name.count
      if end == cell.count || cell[end] == 0x7c, cell[start..<end].elementsEqual(name) { return true }
      guard let bar = cell[start...].firstIndex(of: 0x7c) else { return false }
      start = bar + 1
    }
    return false
  }

  /// The titles with that stem, see `TitleStem`.
  func ranks(ofStem stem: String) -> [Int] {
    var ranks: Set<Int> = []
    index.spellings.each(stem, orBeginning: true) { spelling, _ in
      switch spelling.kind {
      case .title, .withoutArticle: if spelling.rank < maxRank { ranks.insert(Int(spelling.rank)) }
      default: break
      }
    }
    return ranks.sorted().prefix(most).filter {
      TitleStem.of(index.text($0, .title)) == stem
    }
  }
}
