import Glibc
import Synchronization

/// Reads a table of titles, the best known first, and makes the index of it in memory: some tenths of a second for
/// 80,000 titles.
///
/// The table has one title a line, cells separated by a tab, the items of a list by `|`; see `TableColumn`. Its parts
/// are read at the same time, then put together. Each is sorted, so that sorting all is only a merge.
package struct IndexBuilder {
  /// Less is not worth a thread.
  private static let titlesOfPart = 4096

  private var sections = IndexSections()
  private var pool = WordPool()
  /// For each word of each title the word's number, then `rank << 8 | Fields`.
  private var wordNumbers: [UInt32] = []
  private var places: [UInt32] = []
  /// The date and the rank of those of each collection, the best known first.
  private var members: [String: [(date: UInt32, rank: Int)]] = [:]
  private var plainNames = PlainNames()

  /// - Parameters:
  ///   - table: the lines without the header, each ended by a line feed.
  ///   - columns: their order in the lines.
  ///   - step: called every few milliseconds with the part of the work that is done, from 0 to 1; may throw to end it.
  /// - Throws: `IndexError`, and what `step` throws.
  package static func build(
    _ table: UnsafeBufferPointer<UInt8>, columns: [TableColumn], step: (Double) throws -> Void = { _ in }
  ) throws -> IndexSections {
    try build(table, columns, titlesOfPart: titlesOfPart, step)
  }

  static func build(
    _ table: UnsafeBufferPointer<UInt8>, _ columns: [TableColumn], titlesOfPart: Int,
    _ step: (Double) throws -> Void
  ) throws -> IndexSections {
    var builder = IndexBuilder()
    let lines = try lines(of: table)
    try builder.add(try read(table, columns, lines, titlesOfPart, step))
    builder.sections.text.append(contentsOf: table)
    builder.sections.lines = lines
    builder.placeInCollections()
    try step(0.8)
    builder.sortWords()
    try step(0.9)
    builder.sections.sortSpellings()
    builder.orderTitles()
    try builder.sections.sortIDs()
    return builder.sections
  }

  /// Where each line begins, and the end of the last one.
  private static func lines(of table: UnsafeBufferPointer<UInt8>) throws(IndexError) -> [UInt32] {
    guard table.count < 1 << 31 else { throw IndexError("the table has more than 2 GB") }
    var lines: [UInt32] = [0]
    var start = 0
    while start < table.count, let base = table.baseAddress {
      guard lines.count <= 1 << 24 else {
        throw IndexError("more titles than an index can have", line: lines.count)
      }
      guard let end = memchr(base + start, 0x0a, table.count - start) else {
        throw IndexError("a line has no end", line: lines.count)
      }
      start = UnsafeRawPointer(end) - UnsafeRawPointer(base) + 1
      lines.append(UInt32(start))
    }
    return lines
  }

  private static func read(
    _ table: UnsafeBufferPointer<UInt8>, _ columns: [TableColumn], _ lines: [UInt32], _ titlesOfPart: Int,
    _ step: (Double) throws -> Void
  ) throws -> [IndexPart] {
    let count = lines.count - 1
    let size = max(titlesOfPart, count / max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN))) + 1)
    let parts = stride(from: 0, to: count, by: size).map { $0..<min($0 + size, count) }
    let isOver = Atomic(false)
    return try withoutActuallyEscaping(step) { step in
      // The first part is read by the caller's thread, and tells of all.
      nonisolated(unsafe) let step = step
      nonisolated(unsafe) let table = table
      return try threadForEach(parts) { ranks in
        try IndexPart(table, columns, lines: lines, ranks: ranks) { done in
          if isOver.load(ordering: .relaxed) { throw CancellationError() }
          guard ranks.lowerBound == 0 else { return }
          do {
            try step(0.7 * Double(done) / Double(ranks.count))
          } catch {
            isOver.store(true, ordering: .relaxed)
            throw error
          }
        }
      }
    }
  }

  private mutating func add(_ parts: [IndexPart]) throws(IndexError) {
    func total(_ count: (IndexPart) -> Int) -> Int { parts.reduce(0) { $0 + count($1) } }
    let places = total(\.places.count)
    let text = total(\.spellingText.count)
    guard max(places, text, total(\.pool.bytes.count)) < 1 << 31 else {
      throw IndexError("more names than an index can have")
    }
    self.places.reserveCapacity(places)
    wordNumbers.reserveCapacity(places)
    sections.records.reserveCapacity(total(\.records.count))
    sections.spellings.reserveCapacity(total(\.spellings.count))
    sections.spellingText.reserveCapacity(text)
    for part in parts {
      let numbers = pool.add(part.pool)
      for number in part.wordNumbers { wordNumbers.append(numbers[Int(number)]) }
      self.places += part.places
      members.merge(part.members) { $0 + $1 }
      plainNames.append(part.plainNames)
      sections.records += part.records
      sections.append(part.spellings, part.spellingText)
    }
  }

  private mutating func placeInCollections() {
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

  private mutating func sortWords() {
    let order = pool.sorted()
    var numbers = [UInt32](repeating: 0, count: order.count)
    sections.wordStarts.append(0)
    var last: ArraySlice<UInt8> = []
    for (new, old) in order.enumerated() {
      numbers[Int(old)] = UInt32(new)
      let word = pool.bytes[Int(pool.starts[Int(old)])..<Int(pool.starts[Int(old) + 1])]
      sections.words.append(contentsOf: word)
      sections.wordStarts.append(UInt32(sections.words.count))
      sections.wordStems.append(UInt8(clamping: zip(last, word).prefix { $0 == $1 }.count))
      last = word
    }
    // By counting: the ranks of each word stay in their order.
    var next = [UInt32](repeating: 0, count: order.count + 1)
    for number in wordNumbers { next[Int(numbers[Int(number)]) + 1] += 1 }
    for word in order.indices { next[word + 1] += next[word] }
    sections.postingStarts = next
    sections.postings = [UInt32](repeating: 0, count: places.count)
    for (number, place) in zip(wordNumbers, places) {
      let word = Int(numbers[Int(number)])
      sections.postings[Int(next[word])] = place
      next[word] += 1
    }
  }

  private mutating func orderTitles() {
    var place: UInt32 = 0
    plainNames.sort()
    plainNames.each { rank, isAsBefore in
      // Those of one name have one place: the better known one comes first in either direction.
      if !isAsBefore { place += 1 }
      sections.records[rank].titleOrder = place
    }
  }
}
