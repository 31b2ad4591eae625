/// Reads a table of titles, the best known first, and makes the index of it in memory: some tenths of a second for
/// 80,000 titles.
///
/// The table has one title a line, cells separated by a tab, the items of a list by `|`; see `TableColumn`.
package struct IndexBuilder {
  /// The best known have more spellings: without blanks, and initials.
  private static let mostSqueezed = 30_000
  private static let mostWithInitials = 6_000
  private static let lengthOfInitials = 3...8
  private static let collection = Array(" collection".utf8)
  /// How many of the cast play the leads.
  private static let leads = 3

  private var pool = WordPool()
  private var collections: [String: Int] = [:]
  /// The date and the rank of those of each collection.
  private var members: [[(date: UInt32, rank: Int)]] = []
  /// One for each word of each title: the word's number, then `rank << 8 | Fields`.
  private var wordNumbers: [UInt32] = []
  private var places: [UInt32] = []
  var sections = IndexSections()
  private var folder = NameFolder()
  /// The search forms that titles are sorted by, and where each begins.
  var plainNames: [UInt8] = []
  var plainStarts = [0]

  /// - Parameters:
  ///   - table: the lines without the header, each ended by a line feed.
  ///   - columns: their order in the lines.
  ///   - step: called every few milliseconds with the part of the work that is done, from 0 to 1; may throw to end it.
  /// - Throws: `IndexError`, and what `step` throws.
  package static func build(
    _ table: UnsafeBufferPointer<UInt8>, columns: [TableColumn], step: (Double) throws -> Void = { _ in }
  ) throws -> IndexSections {
    var builder = IndexBuilder()
    try builder.read(table, columns, step)
    builder.placeInCollections()
    try step(0.7)
    builder.sortWords()
    try step(0.8)
    builder.sortSpellings()
    try step(0.9)
    builder.sortTitles()
    try builder.sortIDs()
    return builder.sections
  }

  private mutating func read(
    _ table: UnsafeBufferPointer<UInt8>, _ columns: [TableColumn], _ step: (Double) throws -> Void
  ) throws {
    sections.text.append(contentsOf: table)
    var line = TableLine(columns: columns)
    var start = 0
    while start < table.count {
      let rank = sections.lines.count
      if rank.isMultiple(of: 1024) { try step(0.7 * Double(start) / Double(table.count)) }
      // Places are numbers of 32 bits, and no line adds so much that one check a line is too few.
      guard rank < 1 << 24, max(start, sections.spellingText.count, places.count, pool.bytes.count) < 1 << 31
      else {
        throw IndexError("more titles than an index can have", line: rank)
      }
      guard let end = line.read(table, from: start) else {
        throw IndexError("a line has \(line.count) cells, not \(columns.count), or no end", line: rank + 1)
      }
      sections.lines.append(UInt32(start))
      start = end
      sections.records.append(try record(line, rank))
      addNames(line, rank)
      line.items(.director).forEach { addPerson($0, rank, .director) }
      for (place, name) in line.items(.cast).enumerated() {
        addPerson(name, rank, place < Self.leads ? [.cast, .lead] : .cast)
      }
      line.items(.keywords).forEach { addWords($0, rank, .keyword) }
      line.items(.networks).forEach { addWords($0, rank, .network) }
      addWords(line.bytes(.collection), rank, .collection)
    }
    sections.lines.append(UInt32(start))
  }

  private mutating func record(_ line: TableLine, _ rank: Int) throws(IndexError) -> TitleRecord {
    var record = TitleRecord()
    guard let id = line.number(.id), let id = UInt32(exactly: id), let kind = line.bytes(.mediaType).first
    else {
      throw IndexError("a line has no media type or ID", line: rank + 1)
    }
    record.id = id
    record.isSeries = kind == UInt8(ascii: "t")
    record.votes = UInt32(clamping: line.number(.voteCount) ?? 0)
    record.date = line.date(.releaseDate)
    record.popularity = Float(line.text(.popularity)) ?? 0
    record.average = record.votes == 0 ? 0 : Float(line.text(.voteAverage)) ?? 0
    record.language = LetterCode.of(line.text(.originalLanguage))
    record.hasPoster = !line.bytes(.posterPath).isEmpty
    record.runtime = UInt16(clamping: line.number(.runtime) ?? 0)
    let countries = line.items(.countries).prefix(2).map {
      LetterCode.of(String(decoding: $0, as: UTF8.self))
    }
    record.countries = (countries.first ?? 0, countries.dropFirst().first ?? 0)
    for genre in line.items(.genreIDs) {
      record.genres |= TitleRecord.bit(genre: TableLine.number(genre) ?? 0)
    }
    let collection = line.text(.collection)
    if !collection.isEmpty {
      let number = collections[collection] ?? members.count
      if number == members.count {
        collections[collection] = number
        members.append([])
      }
      members[number].append((record.date, rank))
      // Later ones have none, rather than one together.
      record.collection = UInt16(exactly: number + 1) ?? 0
    }
    return record
  }

  private mutating func placeInCollections() {
    for titles in members {
      let dated = titles.filter { $0.date > 0 }.sorted { ($0.date, $0.rank) < ($1.date, $1.rank) }
      for (place, title) in dated.enumerated() {
        sections.records[title.rank].place = UInt8(clamping: place + 1)
      }
    }
  }

  // MARK: Names and words

  private mutating func addNames(_ line: TableLine, _ rank: Int) {
    plainNames += folder.plain(line.bytes(.title)) ?? []
    plainStarts.append(plainNames.count)
    addName(line.bytes(.title), rank, .title)
    addName(line.bytes(.originalTitle), rank, .alias)
    for alias in line.items(.aliases) { addName(alias, rank, .alias) }
    if rank < Self.mostWithInitials, !line.bytes(.collection).isEmpty {
      for text in folder.spellings(line.bytes(.collection), areNames: false) {
        // "harry potter collection" is hp.
        let isNamedSo = text.suffix(Self.collection.count).elementsEqual(Self.collection)
        addInitials(text.dropLast(isNamedSo ? Self.collection.count : 0), rank, 2...8)
      }
    }
  }

  private mutating func addName(_ name: UnsafeBufferPointer<UInt8>, _ rank: Int, _ field: Fields) {
    guard !name.isEmpty else { return }
    for text in folder.spellings(name, areNames: true) { addSpelling(text, rank, field) }
    // "Star Wars: Episode IV" is also sw.
    guard rank < Self.mostWithInitials, let colon = name.firstIndex(of: UInt8(ascii: ":")) else { return }
    for text in folder.spellings(UnsafeBufferPointer(rebasing: name[..<colon]), areNames: false) {
      addInitials(text[...], rank, Self.lengthOfInitials)
    }
  }

  private mutating func addSpelling(_ text: [UInt8], _ rank: Int, _ field: Fields) {
    addWords(of: text, rank, field)
    append(text[...], rank, field == .title ? .title : .alias)
    let article = NameFolder.lengthOfArticle(text)
    if article > 0 { append(text[article...], rank, field == .title ? .withoutArticle : .alias) }
    if rank < Self.mostWithInitials { addInitials(text[...], rank, Self.lengthOfInitials) }
    guard rank < Self.mostSqueezed, text.contains(NameFolder.blank) else { return }
    append(text.filter { $0 != NameFolder.blank }[...], rank, .squeezed)
    if article > 0 { append(text[article...].filter { $0 != NameFolder.blank }[...], rank, .squeezed) }
  }

  private mutating func addInitials(_ text: ArraySlice<UInt8>, _ rank: Int, _ lengths: ClosedRange<Int>) {
    let letters = text.split(separator: NameFolder.blank).compactMap(\.first)
    if lengths.contains(letters.count) { append(letters[...], rank, .initials) }
    if NameFolder.lengthOfArticle(Array(text)) > 0, lengths.contains(letters.count - 1) {
      append(letters.dropFirst(), rank, .initials)
    }
  }

  private mutating func append(_ text: ArraySlice<UInt8>, _ rank: Int, _ kind: Spelling.Kind) {
    guard let length = UInt16(exactly: text.count), length > 0 else { return }
    sections.spellings.append(
      Spelling(
        start: UInt32(sections.spellingText.count), length: length, kind: kind.rawValue, rank: UInt32(rank)))
    sections.spellingText.append(contentsOf: text)
  }

  /// "J.J. Abrams" is also jj.
  private mutating func addPerson(_ name: UnsafeBufferPointer<UInt8>, _ rank: Int, _ field: Fields) {
    for text in folder.spellings(name, areNames: true) { addWords(of: text, rank, field) }
  }

  private mutating func addWords(_ text: UnsafeBufferPointer<UInt8>, _ rank: Int, _ field: Fields) {
    guard !text.isEmpty else { return }
    if let plain = folder.plain(text) { addWords(of: plain, rank, field) }
  }

  private mutating func addWords(of text: [UInt8], _ rank: Int, _ field: Fields) {
    text.withUnsafeBufferPointer { text in
      var start = 0
      for end in 0...text.count where end == text.count || text[end] == NameFolder.blank {
        if end > start { add(UnsafeBufferPointer(rebasing: text[start..<end]), rank, field) }
        start = end + 1
      }
    }
  }

  /// A word that a title has twice has one posting, with both fields.
  private mutating func add(_ word: UnsafeBufferPointer<UInt8>, _ rank: Int, _ field: Fields) {
    let number = pool.number(of: word)
    let last = Int(pool.notes[number])
    if last < places.count, places[last] >> 8 == UInt32(rank) {
      places[last] |= UInt32(field.rawValue)
      return
    }
    pool.notes[number] = UInt32(places.count)
    wordNumbers.append(UInt32(number))
    places.append(UInt32(rank) << 8 | UInt32(field.rawValue))
  }

  // MARK: Order

  private mutating func sortWords() {
    let order = pool.sorted()
    var numbers = [UInt32](repeating: 0, count: order.count)
    sections.wordStarts.append(0)
    for (new, old) in order.enumerated() {
      numbers[Int(old)] = UInt32(new)
      sections.words.append(
        contentsOf: pool.bytes[Int(pool.starts[Int(old)])..<Int(pool.starts[Int(old) + 1])])
      sections.wordStarts.append(UInt32(sections.words.count))
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

  private mutating func sortSpellings() {
    sections.spellingText.withUnsafeBufferPointer { text in
      sections.spellings.sort { one, other in
        let order = order(
          text.baseAddress, Int(one.start), Int(one.length), Int(other.start), Int(other.length))
        return order == 0 ? one.rank < other.rank : order < 0
      }
    }
  }
}
