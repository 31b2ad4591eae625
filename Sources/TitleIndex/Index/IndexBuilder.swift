import Glibc

/// Reads a table of titles, the best known first, and makes the index of it in memory: some tenths of a second for
/// 80,000 titles.
///
/// The table has one title a line, cells separated by a tab, the items of a list by `|`; see `TableColumn`. Its parts
/// are read at the same time, then put together. Each is sorted, so that sorting all is only a merge.
package struct IndexBuilder {
  /// Some lines of the table, each ended by a line feed.
  package struct Piece: Sendable {
    let titles: Int
    /// Called once, on any thread.
    let read: @Sendable () throws -> [UInt8]

    package init(titles: Int, read: @escaping @Sendable () throws -> [UInt8]) {
      (self.titles, self.read) = (titles, read)
    }
  }

  var sections = IndexSections()
  var pool = WordPool(capacity: 1)
  /// For each word of each title the word's number, then `rank << 8 | Fields`.
  var wordNumbers: [UInt32] = []
  var places: [UInt32] = []

  /// - Parameters:
  ///   - pieces: the table in its order.
  ///   - columns: their order in the lines.
  ///   - threads: at most so many read at the same time; nil: as many as there are processors.
  /// - Throws: `IndexError`, and what a piece throws.
  package static func build(
    _ pieces: [Piece], columns: [TableColumn], threads: Int? = nil
  ) throws -> IndexSections {
    var parts: [(firstRank: Int, pieces: ArraySlice<Piece>)] = []
    let (count, titles) = (
      min(threads ?? sysconf(CInt(_SC_NPROCESSORS_ONLN)), pieces.count), pieces.reduce(0) { $0 + $1.titles }
    )
    var (firstRank, next) = (0, pieces.startIndex)
    for part in 1...max(count, 1) {
      var (rank, end) = (firstRank, next)
      while end < pieces.count, part == count || rank < titles * part / count {
        rank += pieces[end].titles
        end += 1
      }
      parts.append((firstRank, pieces[next..<end]))
      (firstRank, next) = (rank, end)
    }
    return try build(
      try threadForEach(parts) { firstRank, pieces in
        var part = IndexPart(columns, firstRank: firstRank)
        for piece in pieces {
          let rank = part.nextRank
          try piece.read().withUnsafeBufferPointer { lines in try part.add(lines) }
          guard part.nextRank == rank + piece.titles else {
            throw IndexError(
              "\(part.nextRank - rank) titles, but \(piece.titles) are expected", line: rank + 1)
          }
        }
        part.finish()
        return part
      })
  }

  /// - Parameters:
  ///   - parts: in the order of the ranks, finished.
  ///   - step: called some times with the part of the work that is done, from 0 to 1; may throw to end it.
  static func build(_ parts: consuming [IndexPart], step: (Double) throws -> Void = { _ in }) throws
    -> IndexSections
  {
    var builder = IndexBuilder()
    try builder.add(&parts)
    try step(0.2)
    let merge = Job { [parts = consume parts] in Result { try Self.mergedSpellings(parts) } }
    let thread = merge.start()
    builder.sortWords()
    let (spellings, orders) = try merge.result(of: thread).get()
    try step(0.9)
    (builder.sections.spellings, builder.sections.spellingBlocks) = (spellings.bytes, spellings.blocks)
    for (rank, order) in orders.enumerated() { builder.sections.records[rank].titleOrder = order }
    try builder.sections.sortIDs()
    return builder.sections
  }

  /// The parts keep their spellings only.
  private mutating func add(_ parts: inout [IndexPart]) throws(IndexError) {
    func total(_ count: (IndexPart) -> Int) -> Int { parts.reduce(0) { $0 + count($1) } }
    guard max(total(\.places.count), total(\.text.count), total(\.pool.bytes.count)) < 1 << 31 else {
      throw IndexError("more names than an index can have")
    }
    for place in parts.indices {
      var start: UInt32 = 0
      for end in parts[place].ends {
        sections.textPlaces.append(length: Int(end - start))
        start = end
      }
      parts[place].ends = []
      if place == 0 {
        pool = parts[0].pool
      } else {
        let numbers = pool.add(parts[place].pool)
        for word in parts[place].wordNumbers.indices {
          parts[place].wordNumbers[word] = numbers[Int(parts[place].wordNumbers[word])]
        }
      }
    }
    sections.text = Self.take(\.text, from: &parts)
    sections.records = Self.take(\.records, from: &parts)
    wordNumbers = Self.take(\.wordNumbers, from: &parts)
    places = Self.take(\.places, from: &parts)
    placeInCollections(parts)
  }

  /// All of theirs, one after another, which they no longer have.
  private static func take<Value>(
    _ values: WritableKeyPath<IndexPart, [Value]>, from parts: inout [IndexPart]
  ) -> [Value] {
    guard parts.count > 1 else { return parts.isEmpty ? [] : take(&parts[0][keyPath: values]) }
    var all: [Value] = []
    all.reserveCapacity(parts.reduce(0) { $0 + $1[keyPath: values].count })
    for place in parts.indices { all += take(&parts[place][keyPath: values]) }
    return all
  }

  private static func take<Value>(_ values: inout [Value]) -> [Value] {
    defer { values = [] }
    return values
  }

  private mutating func placeInCollections(_ parts: [IndexPart]) {
    var members: [String: [(date: UInt32, rank: Int)]] = [:]
    for part in parts { members.merge(part.members) { $0 + $1 } }
    let collections = members.values.sorted { ($0.first?.rank ?? 0) < ($1.first?.rank ?? 0) }
    for (number, titles) in collections.enumerated() {
      // Later ones have none, rather than one together.
      for title in titles { sections.records[title.rank].collection = UInt16(exactly: number + 1) ?? 0 }
      let dated = titles.filter { $0.date > 0 }.sorted { ($0.date, $0.rank) < ($1.date, $1.rank) }
      for (place, title) in dated.enumerated() {
        sections.records[title.rank].place = UInt8(clamping: place + 1)
      }
    }
  }
}
