import JSONRPC
import MovieProtocol
import TestSupport
import Testing

@testable import MovieStore

@Suite struct LibraryDownloadsTests {
  private func download(_ number: Int, _ kinds: [Download.Asset.Kind] = [.detail, .poster]) -> StoredDownload
  {
    var download = StoredDownload(
      key: "movie/\(number)", title: "Title \(number)", mediaType: .movie, imdbID: "tt\(1_000_000 + number)",
      language: "de-DE", region: "DE", createdAt: Timestamp(seconds: Int64(number)),
      assets: kinds.map { StoredDownload.Asset($0) })
    download.year = Title.made(number).year
    return download
  }

  private func detail(_ number: Int, title: String? = nil) -> TitleDetail {
    var detail = TitleDetail(.made(number, title: title))
    detail.tagline = "A line"
    detail.imdbID = "tt\(1_000_000 + number)"
    return detail
  }

  @Test func downloads_are_there_the_next_time_in_their_order() async throws {
    let folder = try TemporaryFolder()
    let first = Library(folder: folder.path)
    var rows = [3, 1, 2].map { download($0) }
    rows[1].isPaused = true
    rows[2].assets[1].state = .failed
    rows[2].assets[1].source = "/p2.jpg"
    rows[2].assets[1].bytes = 5
    rows[2].assets[1].totalBytes = 9
    rows[2].assets[1].contentType = "image/jpeg"
    rows[2].assets[1].tries = 5
    rows[2].assets[1].restarts = 2
    rows[2].assets[1].fault = Failure(kind: "storage_error", message: .words("disk full"))
    rows[2].assets[1].finishedAt = 77_000
    for row in rows {
      let number = Int(row.createdAt.seconds)
      try await first.save([row], details: [row.key: detail(number)])
    }
    await first.close()
    let second = Library(folder: folder.path)
    #expect(try await second.load().downloads == rows)
    await second.close()
  }

  @Test func change_without_a_detail_keeps_the_one_there_is() async throws {
    let library = Library(folder: nil)
    var row = download(1)
    try await library.save([row], details: [row.key: detail(1)])
    row.isPaused = true
    row.assets[1].state = .done
    try await library.save([row])
    #expect(try await library.load().downloads == [row])
    #expect(try await library.detail(.tmdb(.movie, 1), profile: "default")?.tagline == "A line")
    #expect(try await library.detail(.imdb("tt1000001"), profile: "default")?.title.key == "movie/1")
    // Of one that is not there nothing is written.
    try await library.save([download(2)])
    #expect(try await library.load().downloads == [row])
  }

  @Test func only_what_is_marked_as_deleted_is_removed() async throws {
    let library = Library(folder: nil)
    var row = download(1)
    try await library.save([row], details: [row.key: detail(1)])
    try await library.removeDownload(row.key)
    #expect(try await library.load().downloads.count == 1)
    row.isDeleted = true
    try await library.save([row])
    #expect(try await library.detail(.tmdb(.movie, 1), profile: "default") == nil)
    try await library.removeDownload(row.key)
    #expect(try await library.load().downloads == [])
    // Asked for again it is a new one.
    row.isDeleted = false
    try await library.save([row], details: [row.key: detail(1)])
    #expect(try await library.load().downloads == [row])
  }

  @Test func titles_are_told_as_lists_show_them() async throws {
    let library = Library(folder: nil)
    for number in 1...3 {
      try await library.save([download(number)], details: ["movie/\(number)": detail(number)])
    }
    let titles = try await library.downloaded(["movie/3", "movie/9", "movie/1"])
    #expect(titles.map(\.key) == ["movie/3", "movie/1"] && titles.allSatisfy { $0.source == .library })
  }

  @Test func search_finds_what_is_on_lists_and_what_was_downloaded() async throws {
    let library = Library(folder: nil)
    func found(_ q: String, year: Int? = nil) async throws -> [String] {
      let question = try #require(TitleQuestion(q))
      return try await library.search(question, nil, year: year, profile: "default").map(\.title)
    }
    #expect(try await found("solaris") == [])
    try await library.save([download(1)], details: ["movie/1": detail(1, title: "Amélie's Lighthouse")])
    _ = try await library.change(
      EntryChange(
        profile: "default", list: .favorites, key: "movie/2", action: .add(note: nil, isWatched: nil),
        title: StoredTitle(.made(2, title: "The Lighthouse")), at: 1_000))
    #expect(try await found("lighthouse") == ["The Lighthouse", "Amélie's Lighthouse"])
    #expect(try await found("the lig") == ["The Lighthouse"])
    #expect(try await found("amelies") == ["Amélie's Lighthouse"])
    #expect(try await found("lighthouse", year: 1999) == [])
    // In another language it is found by that.
    try await library.save([download(1)], details: ["movie/1": detail(1, title: "Der Leuchtturm")])
    #expect(try await found("leucht") == ["Der Leuchtturm"])
    #expect(try await found("amelies") == [])
    _ = try await library.change(
      EntryChange(profile: "default", list: .favorites, key: "movie/2", action: .remove, at: 2_000))
    #expect(try await found("lighthouse") == [])
  }

  @Test func title_on_a_list_has_a_partial_detail() async throws {
    let library = Library(folder: nil)
    _ = try await library.change(
      EntryChange(
        profile: "default", list: .watchlist, key: "movie/2", action: .add(note: nil, isWatched: nil),
        title: StoredTitle(.made(2), imdbID: "tt0000002"), at: 1_000))
    let detail = try await library.detail(.imdb("tt0000002"), profile: "default")
    #expect(detail?.title.key == "movie/2" && detail?.isPartial == true && detail?.title.source == .library)
    #expect(try await library.detail(.tmdb(.movie, 3), profile: "default") == nil)
  }
}
