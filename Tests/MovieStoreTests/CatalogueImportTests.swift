import Foundation
import Glibc
import MovieProtocol
import TestSupport
import Testing

@testable import MovieStore

@Suite struct CatalogueImportTests {
  private let folder: TemporaryFolder
  private let catalogue: Catalogue
  /// That of the built-in titles.
  private let before: Data

  init() async throws {
    folder = try TemporaryFolder()
    let storage = CatalogueStorage(folder: folder.path, source: .films("Dune", "Dune: Part Two", "Alien"))
    catalogue = await Catalogue.open(storage).catalogue
    before = try folder.read()
  }

  private func run(
    _ lines: [String], exportDay: String? = nil, cancelled: Bool = false
  ) async throws -> CatalogueImport.Counts {
    try await run(
      Data((lines.joined(separator: "\n") + "\n").utf8), exportDay: exportDay, cancelled: cancelled)
  }

  private func run(
    _ data: Data, exportDay: String? = nil, cancelled: Bool = false
  ) async throws -> CatalogueImport.Counts {
    let progress = CatalogueProgress()
    if cancelled { progress.cancel() }
    return try await catalogue.add(data, exportDay: exportDay, progress, in: folder)
  }

  /// Nothing has changed, and nothing is left.
  private func expectUnchanged() async throws {
    #expect(try folder.names == ["catalogue.index", "import"])
    #expect(try folder.read() == before)
    #expect(await catalogue.facts.titles == 3)
    #expect(try await catalogue.names("dune") == ["Dune", "Dune: Part Two"])
  }

  @Test(arguments: [false, true])
  func exports_of_tmdb_add_names_by_popularity(packed: Bool) async throws {
    let lines = [
      film(10, "Obscure Harbour"), film(11, "Harbour Lights", popularity: 30),
      #"{"id":12,"original_name":"Harbour Nights","popularity":12.5}"#, film(3, "Alien", popularity: 99),
    ]
    let text = Data((lines.joined(separator: "\n") + "\n").utf8)
    let counts = try await run(packed ? Gzip.packed(text) : text, exportDay: "2026-11-22")
    #expect(counts.read == 4 && counts.added == 3 && counts.updated == 1 && counts.skipped == [:])
    #expect(try await catalogue.names("harbour") == ["Harbour Lights", "Harbour Nights", "Obscure Harbour"])
    #expect(try await catalogue.title(.movie, id: 3)?.popularity == 99)
    #expect(try await catalogue.title(.tv, id: 12)?.title == "Harbour Nights")
    let facts = await catalogue.facts
    #expect(facts == .init(titles: 6, asOf: "2026-01-02", exportDay: "2026-11-22", imports: 1))
  }

  @Test func first_line_may_begin_with_a_byte_order_mark() async throws {
    let counts = try await run(["\u{FEFF}" + film(10, "Obscure Harbour"), film(11, "Harbour Lights")])
    #expect(counts.added == 2 && counts.skipped == [:])
  }

  @Test func line_of_a_byte_too_many_is_passed_over() async throws {
    let most = 256 << 10
    func padded(_ line: String, _ count: Int) -> String {
      line + String(repeating: " ", count: count - line.utf8.count)
    }
    let counts = try await run([
      padded(film(10, "Obscure Harbour"), most), padded(film(11, "Harbour Lights"), most + 1),
    ])
    #expect(counts.read == 2 && counts.added == 1 && counts.skipped == [.tooLong: 1])
  }

  @Test func own_lines_complete_titles() async throws {
    _ = try await run([film(10, "기생충", popularity: 30)])
    let counts = try await run([
      """
      {"media_type":"movie","id":10,"title":"Parasite","release_date":"2019-05-30","runtime":133,\
      "genre_ids":[35,53],"director":["Bong Joon-ho"],"cast":["Song Kang-ho"],"vote_average":8.5,\
      "vote_count":18000,"poster_path":"/a.jpg"}
      """,
      #"{"kind":"favorites","key":"tv/7","title":{"media_type":"tv","id":7,"title":"Harbour","year":1999}}"#,
    ])
    #expect(counts.added == 1 && counts.updated == 1)
    let title = try #require(try await catalogue.title(.movie, id: 10))
    #expect(title.title == "Parasite" && title.originalTitle == "기생충" && title.year == 2019)
    #expect(title.director == ["Bong Joon-ho"] && title.genreIDs == [35, 53] && title.popularity == 30)
    #expect(try await catalogue.names("bong joon") == ["Parasite"])
    #expect(try await catalogue.title(.tv, id: 7)?.year == 1999)
    // A name alone replaces no fact.
    _ = try await run([film(10, "기생충", popularity: 31)])
    #expect(try await catalogue.title(.movie, id: 10)?.title == "Parasite")
  }

  @Test func members_without_a_fact_replace_none() async throws {
    _ = try await run([
      #"{"media_type":"movie","id":10,"title":"Harbour","year":1999,"release_date":"","vote_average":8.5}"#,
      #"{"media_type":"movie","id":11,"title":"Harbour Two","vote_average":85,"director":["Ann"]}"#,
    ])
    #expect(try await catalogue.title(.movie, id: 10)?.year == 1999)
    #expect(try await catalogue.title(.movie, id: 11)?.voteAverage == nil)
    _ = try await run([
      #"{"media_type":"movie","id":10,"title":"Harbour","vote_average":0}"#,
      #"{"media_type":"movie","id":11,"title":"Harbour Two","director":[null]}"#,
    ])
    #expect(try await catalogue.title(.movie, id: 10)?.voteAverage == 8.5)
    #expect(try await catalogue.title(.movie, id: 11)?.director == ["Ann"])
  }

  /// What no reader of the table takes must not get into it.
  @Test func cells_that_could_not_be_read_again_are_mended() async throws {
    _ = try await run([
      #"{"media_type":"movie","id":10,"title":"Harbour","genre_ids":[-1,18,1.5],"director":["|\u0301x","Ann|Bo"]}"#,
      #"{"media_type":"movie","id":11,"title":"Har|\u0301bour","keywords":["|","a"],"vote_count":1000000000}"#,
    ])
    let title = try #require(try await catalogue.title(.movie, id: 10))
    #expect(title.genreIDs == [18] && title.director == ["/\u{301}x", "Ann/Bo"])
    #expect(try await catalogue.title(.movie, id: 11)?.keywords == ["/", "a"])
    #expect(try await catalogue.title(.movie, id: 11)?.voteCount == 1_000_000_000)
    #expect(await catalogue.takeNotices().map(\.code) == [.built])
  }

  @Test func largest_number_is_a_title() async throws {
    _ = try await run([film(4_294_967_295, "Harbour")])
    #expect(try await catalogue.title(.movie, id: 4_294_967_295)?.title == "Harbour")
    #expect(try await catalogue.title(.movie, id: 4_294_967_296) == nil)
  }

  @Test func what_was_imported_outlives_other_built_in_titles() async throws {
    _ = try await run([film(10, "Harbour"), film(2, "Dune: Part Two", popularity: 7)])
    let storage = CatalogueStorage(folder: folder.path, source: .films("Dune", "Dune: Part Two"))
    let other = await Catalogue.open(storage).catalogue
    #expect(try await other.names("harbour") == ["Harbour"])
    #expect(try await other.title(.movie, id: 2)?.popularity == 7)
    #expect(await other.facts.titles == 3)
  }

  @Test func what_was_imported_outlives_a_change_of_the_format() async throws {
    _ = try await run([film(129, "千と千尋の神隠し")])
    try folder.setFormat(3)
    let storage = CatalogueStorage(folder: folder.path, source: .films("Dune", "Dune: Part Two", "Alien"))
    let other = await Catalogue.open(storage).catalogue
    for q in ["千尋", "の神隠し", "千", "隠", "ちひろ"] {
      #expect(try await other.names(q) == (q == "ちひろ" ? [] : ["千と千尋の神隠し"]))
    }
    #expect(await other.facts.titles == 4)
  }

  @Test func each_line_that_is_no_title_is_counted_with_its_reason() async throws {
    let long = String(repeating: "x", count: 100_000)
    let counts = try await run([
      film(10, "Harbour"), "not json", #"{"id":11,"original_title":"#, #"{"id":"12"}"#, "",
      #"{"adult":true,"id":13,"original_title":"A","popularity":1,"video":false}"#,
      #"{"adult":false,"id":14,"name":"A Person","popularity":1}"#, film(15, long),
      film(16, String(repeating: long, count: 100)), film(10, "Harbour again"),
      film(17, "Har\\u0000bour\\ttwo"), #"{"media_type":"game","id":18,"title":"A"}"#, "[1]",
      film(0, "Zero"), film(19, "  "), film(21, "\u{200B}"), film(22, " \u{202E}\u{2060}"),
      #"{"id":20,"name":"a keyword"}"#, film(4_294_967_296, "A number too large"),
    ])
    #expect(counts.read == 18 && counts.added == 2 && counts.updated == 0)
    #expect(
      counts.skipped == [
        .notJSON: 2, .notTitle: 9, .adult: 1, .person: 1, .titleTooLong: 1, .tooLong: 1, .duplicate: 1,
      ])
    #expect(try await catalogue.names("har") == ["Harbour", "Har bour two"])
  }

  @Test func truncated_gzip_changes_nothing_and_is_counted() async throws {
    let lines = (10..<60_000).map { film($0, "Harbour \($0)") }
    let packed = try Gzip.packed(Data(lines.joined(separator: "\n").utf8))
    let failure = await #expect(throws: CatalogueImport.Failure.self) {
      try await run(packed.prefix(packed.count / 2))
    }
    #expect(failure?.code == .file)
    #expect(failure?.description.hasSuffix("the packed data is cut short") == true)
    #expect(failure.map { $0.counts.read > 1000 && $0.counts.read < 60_000 } == true)
    try await expectUnchanged()
  }

  @Test(arguments: [Data(), Data("harbour\n".utf8), Data(repeating: 0, count: 3 << 20)])
  func file_without_titles_changes_nothing(data: Data) async throws {
    let failure = await #expect(throws: CatalogueImport.Failure.self) { try await run(data) }
    #expect(failure?.code == .noTitles)
    try await expectUnchanged()
  }

  @Test func endless_line_is_not_read_to_its_end() async throws {
    let data = Data(repeating: 0x78, count: 80 << 20)
    let failure = await #expect(throws: CatalogueImport.Failure.self) { try await run(data) }
    #expect(failure?.code == .file)
    try await expectUnchanged()
  }

  @Test(arguments: [
    Data((10..<2000).map { film($0, "Harbour \($0)") + "\n" }.joined().utf8),
    Data(repeating: 0x78, count: 3 << 20),
  ])
  func cancelled_import_changes_nothing(data: Data) async throws {
    let failure = await #expect(throws: CatalogueImport.Failure.self) { try await run(data, cancelled: true) }
    #expect(failure?.code == .cancelled)
    try await expectUnchanged()
  }

  @Test func full_disk_changes_nothing() async throws {
    let place = try TemporaryFolder()
    guard let disk = SmallDisk(place.path + "/disk") else {
      try Test.cancel("needs root, to mount a file system of 1 MiB")
    }
    let storage = CatalogueStorage(folder: disk.path, source: .films("Dune"))
    let catalogue = await Catalogue.open(storage).catalogue
    let before = try Data(contentsOf: URL(fileURLWithPath: disk.path + "/catalogue.index"))
    let lines = (10..<30_000).map { film($0, "Harbour \($0)") }.joined(separator: "\n")
    let file = place.path + "/import"
    try place.write(Data(lines.utf8), to: "import")
    let job = CatalogueImport(
      [CatalogueImportFile(descriptor: open(file, O_RDONLY | O_CLOEXEC), size: lines.utf8.count)],
      progress: CatalogueProgress())
    let failure = await #expect(throws: CatalogueImport.Failure.self) {
      try await catalogue.build(importing: job)
    }
    #expect(failure?.code == .storage && failure?.description.contains("full") == true)
    // They were read before the disk was full.
    #expect(failure.map { $0.counts.read > 1000 } == true)
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path) == ["catalogue.index"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: disk.path + "/catalogue.index")) == before)
    #expect(try await catalogue.names("dune") == ["Dune"])
  }

  @Test func there_need_be_no_built_in_titles() async throws {
    let folder = try TemporaryFolder()
    let storage = CatalogueStorage(folder: folder.path, source: nil)
    let catalogue = await Catalogue.open(storage).catalogue
    _ = try await catalogue.add(Data(film(10, "Harbour").utf8), in: folder)
    #expect(try await catalogue.names("harbour") == ["Harbour"])
    let again = await Catalogue.open(storage).catalogue
    #expect(try await again.names("harbour") == ["Harbour"])
    #expect(await again.facts == Catalogue.Facts(titles: 1, asOf: nil, imports: 1))
    try folder.setFormat(3)
    let other = await Catalogue.open(storage).catalogue
    #expect(try await other.names("harbour") == ["Harbour"])
    #expect(await other.facts == Catalogue.Facts(titles: 1, asOf: nil, imports: 1))
  }

  /// As a process that was killed leaves it.
  @Test func file_of_a_process_that_is_gone_is_removed_at_the_next_start() async throws {
    let name = "imports.sqlite.new-\(Int32.max)"
    try folder.write(Data([1]), to: name)
    let storage = CatalogueStorage(folder: folder.path, source: .films("Dune", "Dune: Part Two", "Alien"))
    _ = await Catalogue.open(storage)
    #expect(try folder.names == ["catalogue.index"])
  }

  @Test func gzip_in_several_pieces_is_read_whole() async throws {
    var pieces = (10..<14).map { Data((film($0, "Harbour \($0)") + "\n").utf8) }
    // Some have no bytes.
    pieces.insert(Data(), at: 2)
    pieces.insert(Data(), at: 0)
    let counts = try await run(try pieces.map { try Gzip.packed($0) }.reduce(Data(), +) + Data([0, 0, 0]))
    #expect(counts.added == 4)
  }

  /// As gzip itself does: what does not begin as another piece is no piece.
  @Test(arguments: [[0x1F], [0x1F, 0], [0x1F, 0x1F, 0x8B], [UInt8](repeating: 0x1F, count: 100)])
  func garbage_behind_gzip_is_left_out(_ garbage: [UInt8]) async throws {
    let packed = try Gzip.packed(Data((film(10, "Harbour") + "\n").utf8))
    #expect(try await run(packed + Data(garbage)).added == 1)
  }

  /// A file is read in parts of 64 KiB: of the two bytes with which a piece begins, one is in each.
  @Test(arguments: [0, 1, 2]) func piece_may_begin_anywhere(_ shift: Int) async throws {
    var first = try Gzip.packed(Data((film(10, "Harbour 10") + "\n").utf8))
    let room = 65_536 - shift - first.count - 2
    // A field that nobody reads (RFC 1952, FEXTRA).
    first[3] |= 4
    first.insert(
      contentsOf: [UInt8(room & 255), UInt8(room >> 8)] + [UInt8](repeating: 7, count: room), at: 10)
    #expect(first.count == 65_536 - shift)
    let second = try Gzip.packed(Data((film(11, "Harbour 11") + "\n").utf8))
    #expect(try await run(first + second).added == 2)
  }
}

/// By the program gzip.
enum Gzip {
  static func packed(_ data: Data) throws -> Data {
    let folder = try TemporaryFolder()
    try folder.write(data, to: "plain")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/gzip")
    process.arguments = ["-1", "\(folder.path)/plain"]
    try process.run()
    process.waitUntilExit()
    return try folder.read("plain.gz")
  }
}
