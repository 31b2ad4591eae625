import GRDB
import MovieProtocol

/// Takes the lines of one kind of file.
protocol ImportLineReader {
  /// - Returns: why it is not imported; nil if it is.
  /// - Throws: `ImportedTitle.Skipped`: it is no line of such a file; `DatabaseError`.
  mutating func add(_ line: [UInt8]) throws -> CatalogueImportReason?
  /// All lines have been added.
  mutating func finish(_ counts: inout CatalogueImport.Counts) throws
}

/// Reads files into the tables of what is imported, a line at a time.
struct ImportReader {
  /// Longer lines are passed over. The longest of `library.export` has about 100 KiB.
  private static let maxLine = 256 << 10
  /// A file whose first lines are all something else is not read to its end.
  private static let maxOthers = 10_000
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  let job: CatalogueImport
  /// Of the built-in titles.
  let source: CatalogueSource?
  /// The user accepts the terms of IMDb's files, now or at an earlier import.
  let acceptsLicense: Bool
  /// The share of the work, see `CatalogueProgress`.
  static let percents = 0...40

  /// - Throws: `CatalogueImport.Failure`, `CancellationError`, `DatabaseError`.
  func read(_ database: Database, into counts: inout CatalogueImport.Counts) throws {
    let sizes = job.files.reduce(0) { $0 + $1.size }
    var before = 0
    for file in job.files {
      do {
        let lines = CatalogueLines(try CatalogueBytes(file, job.progress), maxLine: Self.maxLine, .ofImports)
        defer {
          counts.read += lines.tooLong
          counts.skip(.tooLong, lines.tooLong)
        }
        try read(lines, database, &counts) {
          job.progress.didReach(Double(before + $0) / Double(max(sizes, 1)), of: Self.percents)
        }
      } catch let error as CatalogueError {
        try job.progress.expectRunning()
        throw CatalogueImport.Failure(
          code: error.code == .noTitles ? .noTitles : .file, description: error.description, counts: counts)
      }
      before += file.size
    }
  }

  private func read(
    _ lines: CatalogueLines, _ database: Database, _ counts: inout CatalogueImport.Counts,
    _ didRead: (Int) -> Void
  ) throws {
    var reader: (any ImportLineReader)?
    var titles = 0
    while var line = try lines.lineBytes() {
      // As programs of other systems write it.
      if lines.number == 2, line.starts(with: Self.byteOrderMark) {
        line.removeFirst(Self.byteOrderMark.count)
      }
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      guard line.contains(where: { $0 > 0x20 }) else { continue }
      if reader == nil {
        if let file = try IMDbFile.of(line) {
          reader = try lineReader(of: file, database)
          continue
        }
        reader = try ImportedTable.Writer(database)
      }
      counts.read += 1
      if counts.read.isMultiple(of: 256) {
        try job.progress.expectRunning()
        job.progress.didRead(lines: counts.read)
        didRead(lines.bytes.position)
      }
      do {
        if let reason = try reader?.add(line) { counts.skip(reason) }
        titles += 1
      } catch let skipped as ImportedTitle.Skipped {
        counts.skip(skipped.reason)
      }
      if titles == 0, lines.number > Self.maxOthers { break }
    }
    guard titles > 0 else { throw CatalogueError(.noTitles, "no line of it is a title") }
    try reader?.finish(&counts)
  }

  private func lineReader(of file: IMDbFile, _ database: Database) throws -> any ImportLineReader {
    guard acceptsLicense else {
      throw CatalogueImport.Failure(
        code: .license, description: "its terms have not been accepted", counts: .init())
    }
    if file == .basics { return try IMDbTitles(database, source, job.progress) }
    guard try !IMDbTable.isEmpty(database) else {
      throw CatalogueImport.Failure(
        code: .noBasics, description: "the catalogue knows no title of IMDb's yet", counts: .init())
    }
    return file == .ratings ? try IMDbRatings(database) : try IMDbNames(database)
  }
}
