import GRDB
import MovieProtocol

/// Reads files into the table `imported`, a line at a time.
struct ImportReader {
  /// Longer lines are passed over. The longest of `library.export` has about 100 KiB.
  private static let maxLine = 256 << 10
  /// A file whose first lines are all something else is not read to its end.
  private static let maxOthers = 10_000

  let job: CatalogueImport
  /// The share of the work, see `CatalogueProgress`.
  static let percents = 0...40

  /// - Throws: `CatalogueImport.Failure`, `CancellationError`, `DatabaseError`.
  func read(_ database: Database, into counts: inout CatalogueImport.Counts) throws {
    var writer = try ImportedTable.Writer(database)
    let sizes = job.files.reduce(0) { $0 + $1.size }
    var before = 0
    for file in job.files {
      do {
        let lines = CatalogueLines(try CatalogueBytes(file, job.progress), maxLine: Self.maxLine, .ofImports)
        defer {
          counts.read += lines.tooLong
          counts.skip(.tooLong, lines.tooLong)
        }
        try read(lines, &writer, &counts) {
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
    _ lines: CatalogueLines, _ writer: inout ImportedTable.Writer, _ counts: inout CatalogueImport.Counts,
    _ didRead: (Int) -> Void
  ) throws {
    var titles = 0
    while let line = try lines.lineBytes() {
      guard line.contains(where: { $0 > 0x20 }) else { continue }
      counts.read += 1
      if counts.read.isMultiple(of: 256) {
        try job.progress.expectRunning()
        job.progress.didRead(lines: counts.read)
        didRead(lines.bytes.position)
      }
      do {
        let title = try ImportedTitle.of(line)
        titles += 1
        if let reason = try writer.write(title) { counts.skip(reason) }
      } catch let skipped as ImportedTitle.Skipped {
        counts.skip(skipped.reason)
      }
      if titles == 0, lines.number > Self.maxOthers { break }
    }
    guard titles > 0 else { throw CatalogueError(.noTitles, "no line of it is a title") }
  }
}
