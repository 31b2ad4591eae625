import Foundation
import Glibc
import MovieProtocol
import Synchronization
import TestSupport
import Testing

@testable import MovieStore

/// A folder of its own for a test, removed with it.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("movierpc-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Where the catalogue is.
  var file: String { "\(path)/catalogue.index" }
  /// Where what was imported is.
  var imports: String { "\(path)/imports.sqlite" }

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }

  func read() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: file)) }
  func read(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")) }

  func write(_ data: Data) throws { try data.write(to: URL(fileURLWithPath: file)) }
  func write(_ data: Data, to name: String) throws {
    try data.write(to: URL(fileURLWithPath: "\(path)/\(name)"))
  }

  /// With those above it.
  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: "\(path)/\(name)", withIntermediateDirectories: true)
  }

  /// As if another version of the program had built the catalogue.
  func setFormat(_ format: UInt8) throws {
    var data = try read()
    data[8] = format
    try write(data)
  }

  /// As if a file had been changed so long ago.
  func setAge(of name: String, seconds: Int) {
    var times = [
      timespec(tv_sec: time(nil) - seconds, tv_nsec: 0), timespec(tv_sec: time(nil) - seconds, tv_nsec: 0),
    ]
    #expect(utimensat(AT_FDCWD, "\(path)/\(name)", &times, 0) == 0)
  }

  func changedAt(_ name: String) -> Timestamp? { DurableFile.changedAt("\(path)/\(name)") }
}

extension CatalogueSource {
  /// The text form of titles, most votes first.
  static func titles(_ titles: [CatalogueTitle], asOf: String = "2026-01-02") -> CatalogueSource {
    ranked(titles.sorted { $0.voteCount > $1.voteCount }, asOf: asOf)
  }

  /// The text form of titles in that order.
  static func ranked(_ titles: [CatalogueTitle], asOf: String = "2026-01-02") -> CatalogueSource {
    lines(header(titles: titles.count, asOf: asOf) + titles.map(row))
  }

  /// All titles, or the first.
  func read(atMost count: Int = .max) throws -> [CatalogueTitle] {
    let file = try CatalogueFile(self)
    var titles: [CatalogueTitle] = []
    while titles.count < count, let (title, _) = try file.next() { titles.append(title) }
    return titles
  }

  /// Films of those names; the first has the most votes.
  static func films(_ names: String...) -> CatalogueSource {
    titles(
      names.enumerated().map { index, name in
        CatalogueTitle(mediaType: .movie, id: index + 1, title: name, voteCount: names.count - index)
      })
  }

  static func lines(_ lines: [String]) -> CatalogueSource {
    .bytes(Array((lines.joined(separator: "\n") + "\n").utf8))
  }

  static func header(titles: Int, asOf: String = "2026-01-02") -> [String] {
    [
      CatalogueFile.firstLine, "# as_of \(asOf)", "# titles \(titles)",
      "# columns " + CatalogueFile.columns.joined(separator: "\t"),
    ]
  }

  static func row(_ title: CatalogueTitle) -> String {
    let year: String? = title.year.map { "\($0)" }
    let date: String = title.releaseDate ?? year ?? ""
    let cells: [String] = [
      title.mediaType.rawValue, "\(title.id)", title.title, title.originalTitle ?? "",
      title.originalLanguage ?? "", date, title.runtime.map { "\($0)" } ?? "",
      title.genreIDs.map { "\($0)" }.joined(separator: "|"), title.director.joined(separator: "|"),
      title.cast.joined(separator: "|"), title.voteAverage.map { "\($0)" } ?? "", "\(title.voteCount)",
      title.popularity.map { "\($0)" } ?? "", title.posterPath ?? "", title.backdropPath ?? "",
      title.collection ?? "", title.keywords.joined(separator: "|"), title.countries.joined(separator: "|"),
      title.networks.joined(separator: "|"), title.aliases.joined(separator: "|"),
    ]
    return cells.joined(separator: "\t")
  }
}

extension Catalogue {
  /// In memory, of those titles.
  static func make(_ source: CatalogueSource?) async -> Catalogue {
    let (catalogue, notices) = await open(CatalogueStorage(folder: nil, source: source))
    #expect(notices == [])
    return catalogue
  }

  /// The names of what is found, all of it.
  func names(
    _ q: String, _ mediaType: Title.MediaType? = nil, year: Int? = nil
  ) throws -> [String] {
    try search(q: q, mediaType: mediaType, year: year, limit: Catalogue.maxTotal).titles.map(
      \.title)
  }
}

extension Catalogue {
  /// Imports a file of that content.
  func add(
    _ data: Data, exportDay: String? = nil, _ progress: CatalogueProgress = CatalogueProgress(),
    in folder: TemporaryFolder
  ) async throws -> CatalogueImport.Counts {
    try folder.write(data, to: "import")
    let descriptor = Glibc.open("\(folder.path)/import", O_RDONLY | O_CLOEXEC)
    try #require(descriptor >= 0)
    let file = CatalogueImportFile(descriptor: descriptor, size: data.count)
    return try await build(importing: CatalogueImport([file], exportDay: exportDay, progress: progress))
  }
}

/// A line of TMDB's export.
func film(_ id: Int, _ name: String, popularity: Double = 1) -> String {
  #"{"adult":false,"id":\#(id),"original_title":"\#(name)","popularity":\#(popularity),"video":false}"#
}

/// For all tests that only read: each is made once.
enum Embedded {
  private static let task = Task {
    await Catalogue.open(CatalogueStorage(folder: try? ReadyCatalogue.folder(), source: .embedded)).catalogue
  }
  private static let sampleTask = Task {
    let titles = try CatalogueSource.embedded.read(atMost: 12_000)
    return (catalogue: await Catalogue.make(.ranked(titles)), titles: titles)
  }

  static var catalogue: Catalogue {
    get async { await task.value }
  }

  /// The best known titles, and a catalogue of them: to be compared with what reading them all gives.
  static var sample: (catalogue: Catalogue, titles: [CatalogueTitle]) {
    get async throws { try await sampleTask.value }
  }
}

/// What a library told its owner.
final class Notices: Sendable {
  private let state = Mutex<[LibraryNotice]>([])

  var all: [LibraryNotice] { state.withLock { $0 } }

  func take(_ notice: LibraryNotice) { state.withLock { $0.append(notice) } }
}

/// Runs a task's jobs where they are made, so that what it asks of an actor is asked when this returns.
final class AtOnce: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
  }
}

extension StoredSetting {
  static func pageSize(_ value: Int) -> StoredSetting {
    StoredSetting(profile: "default", name: "page_size", value: "\(value)")
  }
}
