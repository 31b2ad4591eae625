import Glibc

/// Reads a table of titles, the best known first, and makes the index of it in memory: some tenths of a second for
/// 80,000 titles.
///
/// The table has one title a line, cells separated by a tab, the items of a list by `|`; see `TableColumn`. Its parts
/// are read at the same time, then put together. Each is sorted, so that sorting all is only a merge.
package struct IndexBuilder {
  var sections = IndexSections()
  var pool = WordPool(capacity: 1)
  /// For each word of each title the word's number, then `rank << 8 | Fields`.
  var wordNumbers: [UInt32] = []
  var places: [UInt32] = []

  /// - Parameters:
  ///   - tables: one after another: lines, each ended by a line feed.
  ///   - columns: their order in the lines.
  ///   - threads: so many read at the same time, at least one for each table; nil: as many as there are processors.
  /// - Throws: `IndexError`.
  package static func build(
    _ tables: [[UInt8]], columns: [TableColumn], threads: Int? = nil
  ) throws -> IndexSections {
    let count = (threads ?? sysconf(CInt(_SC_NPROCESSORS_ONLN))) / max(tables.count, 1)
    var rank = 0
    let parts = tables.flatMap { table in
      table.withUnsafeBufferPointer { Self.parts(of: $0, count, &rank) }
        .map { (table, $0.firstRank, $0.lines) }
    }
    return try build(
      try threadForEach(parts) { table, firstRank, lines in
        var part = IndexPart(columns, firstRank: firstRank, bytes: lines.count)
        try table.withUnsafeBufferPointer { try part.add(UnsafeBufferPointer(rebasing: $0[lines])) }
        part.finish()
        return part
      })
  }

  /// As many bytes in each: the best known titles have the most names, and those are the work.
  private static func parts(
    of table: UnsafeBufferPointer<UInt8>, _ count: Int, _ rank: inout Int
  ) -> [(firstRank: Int, lines: Range<Int>)] {
    var parts: [(firstRank: Int, lines: Range<Int>)] = []
    var (firstRank, start, end) = (rank, 0, 0)
    while end < table.count {
      let rest = UnsafeBufferPointer(rebasing: table[end...])
      end += TableLine.first(0x0a, in: rest).map { $0 + 1 } ?? rest.count
      rank += 1
      let isWhole = end - start >= (table.count - start) / max(count - parts.count, 1)
      guard isWhole || end == table.count else { continue }
      parts.append((firstRank, start..<end))
      (firstRank, start) = (rank, end)
    }
    return parts
  }

  /// - Parameters:
  ///   - parts: in the order of the ranks, finished.
  ///   - step: called some times with the part of the work that is done, from 0 to 1; may throw to end it.
  static func build(_ parts: consuming [IndexPart], step: (Double) throws -> Void = { _ in }) throws
    -> IndexSections
  {
    var builder = IndexBuilder()
    let merge = Job { [names = parts.map(\.names), records = parts.map(\.records)] in
      Result {
        let ids = try IndexSections.idOrder(records.joined())
        return (ids, try Self.mergedSpellings(names, titles: ids.count))
      }
    }
    let thread = merge.start()
    let words = Result {
      try builder.add(&parts)
      try step(0.2)
      builder.sortWords()
    }
    let merged = merge.result(of: thread)
    try words.get()
    let (ids, (spellings, orders)) = try merged.get()
    try step(0.9)
    (builder.sections.spellings, builder.sections.spellingBlocks) = (spellings.bytes, spellings.blocks)
    for (rank, order) in orders.enumerated() { builder.sections.records[rank].titleOrder = order }
    builder.sections.ids = ids
    return builder.sections
  }

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
