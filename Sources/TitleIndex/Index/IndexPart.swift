import Glibc

/// What the lines of a part of the table give: a table is read in parts, side by side.
struct IndexPart {
  /// The best known have more spellings: without blanks, and initials.
  private static let mostSqueezed = 30_000
  private static let mostWithInitials = 6_000
  private static let lengthOfInitials = 3...8
  private static let collection = Array(" collection".utf8)
  /// How many of the cast play the leads.
  private static let leads = 3

  private let columns: [TableColumn]
  private(set) var nextRank: Int
  private let folder = NameFolder()
  private var people = FoldedNames()
  private var terms = FoldedNames()
  private(set) var pool = WordPool()
  var records: [TitleRecord] = []
  /// The date and the rank of those of each collection, the best known first.
  private(set) var members: [String: [(date: UInt32, rank: Int)]] = [:]
  /// One for each word of each title: the word's number, then `rank << 8 | Fields`.
  var wordNumbers: [UInt32] = []
  var places: [UInt32] = []
  /// At the end in the order of their texts.
  private(set) var names = SpelledNames()
  /// The cells of each title that its record does not have, and where they end.
  var text: [UInt8] = []
  var ends: [UInt32] = []

  /// - Parameter bytes: of its lines, where that is known: room for what they give, so that it is not copied each time
  ///   that it has doubled.
  init(_ columns: [TableColumn], firstRank: Int, bytes: Int = 0) {
    (self.columns, nextRank) = (columns, firstRank)
    text.reserveCapacity(bytes * 4 / 5)
    wordNumbers.reserveCapacity(bytes / 10)
    places.reserveCapacity(bytes / 10)
    names.reserve(count: bytes / 50, bytes: bytes / 3)
    records.reserveCapacity(bytes / 100)
  }

  /// Lines of the table, each ended by a line feed.
  mutating func add(_ lines: UnsafeBufferPointer<UInt8>) throws(IndexError) {
    var line = TableLine(columns: columns)
    var start = 0
    while start < lines.count, let base = lines.baseAddress {
      let rank = nextRank
      // A place has 24 bits for it.
      guard rank < 1 << 24 else { throw IndexError("more titles than an index can have", line: rank + 1) }
      // Places are numbers of 32 bits, and no line adds so much that one check a line is too few.
      guard max(names.bytes, text.count, places.count, pool.bytes.count) < 1 << 31 else {
        throw IndexError("more names than an index can have", line: rank + 1)
      }
      guard let found = memchr(base + start, 0x0a, lines.count - start) else {
        throw IndexError("a line has no end", line: rank + 1)
      }
      let end = UnsafeRawPointer(found) - UnsafeRawPointer(base)
      guard line.read(lines, start..<end) else {
        throw IndexError("a line has \(line.count) cells, not \(columns.count)", line: rank + 1)
      }
      start = end + 1
      records.append(try record(line, rank))
      addText(line)
      addNames(line, rank)
      line.items(.director).forEach { addPerson($0, rank, .director) }
      for (place, name) in line.items(.cast).enumerated() {
        addPerson(name, rank, place < Self.leads ? [.cast, .lead] : .cast)
      }
      line.items(.keywords).forEach { addTerm($0, rank, .keyword) }
      line.items(.networks).forEach { addTerm($0, rank, .network) }
      addTerm(line.bytes(.collection), rank, .collection)
      nextRank += 1
    }
  }

  /// All lines have been added.
  mutating func finish() {
    (people, terms) = (FoldedNames(), FoldedNames())
    names.sort()
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
    record.popularity = line.decimal(.popularity)
    record.average = line.decimal(.voteAverage)
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
    if !line.bytes(.collection).isEmpty {
      members[line.text(.collection), default: []].append((record.date, rank))
    }
    return record
  }

  /// Empty cells at the end are left out.
  private mutating func addText(_ line: TableLine) {
    var tabs = 0
    for column in TableColumn.texts {
      let cell = line.bytes(column)
      if !cell.isEmpty {
        for _ in 0..<tabs { text.append(0x09) }
        tabs = 0
        text.append(contentsOf: column == .posterPath ? PosterPath.short(cell) : cell)
      }
      tabs += 1
    }
    ends.append(UInt32(text.count))
  }

  // MARK: Names and words

  private mutating func addNames(_ line: TableLine, _ rank: Int) {
    addName(line.bytes(.title), rank, .title)
    addName(line.bytes(.originalTitle), rank, .alias)
    for alias in line.items(.aliases) { addName(alias, rank, .alias) }
    guard rank < Self.mostWithInitials else { return }
    folder.eachSpelling(line.bytes(.collection), areNames: false) { text, _ in
      // "harry potter collection" is hp.
      let isNamedSo = text.suffix(Self.collection.count).elementsEqual(Self.collection)
      addInitials(text.dropLast(isNamedSo ? Self.collection.count : 0), rank, 2...8)
    }
  }

  private mutating func addName(_ name: UnsafeBufferPointer<UInt8>, _ rank: Int, _ field: Fields) {
    folder.eachSpelling(name, areNames: true) { text, place in
      addSpelling(text, rank, field, isPlain: place == 0 && field == .title)
    }
    // "Star Wars: Episode IV" is also sw.
    guard rank < Self.mostWithInitials, let colon = name.firstIndex(of: UInt8(ascii: ":")) else { return }
    folder.eachSpelling(UnsafeBufferPointer(rebasing: name[..<colon]), areNames: false) { text, _ in
      addInitials(text[...], rank, Self.lengthOfInitials)
    }
  }

  private mutating func addSpelling(
    _ text: UnsafeBufferPointer<UInt8>, _ rank: Int, _ field: Fields, isPlain: Bool
  ) {
    NameFolder.eachWord(text) { add(pool.number(of: $0), rank, field) }
    names.append(text[...], rank, field == .title ? .title : .alias, isPlain: isPlain)
    let article = NameFolder.lengthOfArticle(text)
    if article > 0 { names.append(text[article...], rank, field == .title ? .withoutArticle : .alias) }
    if rank < Self.mostWithInitials { addInitials(text[...], rank, Self.lengthOfInitials) }
    guard rank < Self.mostSqueezed, text.contains(NameFolder.blank) else { return }
    names.append(text.filter { $0 != NameFolder.blank }, rank, .squeezed)
    if article > 0 { names.append(text[article...].filter { $0 != NameFolder.blank }, rank, .squeezed) }
  }

  private mutating func addInitials(
    _ text: Slice<UnsafeBufferPointer<UInt8>>, _ rank: Int, _ lengths: ClosedRange<Int>
  ) {
    let letters = text.split(separator: NameFolder.blank).compactMap(\.first)
    if lengths.contains(letters.count) { names.append(letters, rank, .initials) }
    if NameFolder.lengthOfArticle(UnsafeBufferPointer(rebasing: text)) > 0,
      lengths.contains(letters.count - 1)
    {
      names.append(letters.dropFirst(), rank, .initials)
    }
  }

  /// "J.J. Abrams" is also jj.
  private mutating func addPerson(_ name: UnsafeBufferPointer<UInt8>, _ rank: Int, _ field: Fields) {
    for word in people.words(of: name, in: &pool, by: folder, areNames: true) {
      add(Int(word), rank, field)
    }
  }

  private mutating func addTerm(_ text: UnsafeBufferPointer<UInt8>, _ rank: Int, _ field: Fields) {
    for word in terms.words(of: text, in: &pool, by: folder, areNames: false) {
      add(Int(word), rank, field)
    }
  }

  /// A word that a title has twice has one posting, with both fields.
  private mutating func add(_ number: Int, _ rank: Int, _ field: Fields) {
    let last = Int(pool.notes[number])
    if last < places.count, places[last] >> 8 == UInt32(rank) {
      places[last] |= UInt32(field.rawValue)
      return
    }
    pool.notes[number] = UInt32(places.count)
    wordNumbers.append(UInt32(number))
    places.append(UInt32(rank) << 8 | UInt32(field.rawValue))
  }
}
