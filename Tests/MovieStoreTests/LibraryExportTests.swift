import MovieProtocol
import TestSupport
import Testing

@testable import MovieStore

@Suite struct LibraryExportTests {
  private func add(_ numbers: [Int], _ list: LibraryList = .watchlist, to library: Library) async throws {
    for number in numbers {
      _ = try await library.change(
        EntryChange(
          profile: "default", list: list, key: "movie/\(number)", action: .add(note: "n", isWatched: nil),
          title: StoredTitle(.made(number)), at: 100))
    }
  }

  private func names(_ found: [(entry: ExportedEntry, cursor: ExportCursor)]) -> [String] {
    found.map { entry, _ in
      switch entry {
      case .setting(let setting): setting.name
      case .title(let title): "\(title.list.rawValue) \(title.key)"
      case .search(let search): search.term
      case .followed(let person): person.identity
      }
    }
  }

  /// All of it, so many at a time.
  private func export(_ library: Library, _ limit: Int) async throws -> [String] {
    var all: [String] = []
    var cursor: ExportCursor?
    repeat {
      let found = try await library.export(of: "default", after: cursor, limit: limit)
      all += names(found)
      cursor = found.count < limit ? nil : found.last?.cursor
    } while cursor != nil
    return all
  }

  private let all = [
    "page_size", "region", "watchlist movie/1", "watchlist movie/2", "favorites movie/1", "b", "a",
  ]

  private func made() async throws -> Library {
    let library = Library(folder: nil)
    try await add([1, 2], to: library)
    try await add([1], .favorites, to: library)
    let search = { (term: String, at: Timestamp) in SearchTerm(term: term, at: at, totalResults: 1) }
    _ = try await library.record([search("b", 1000), search("a", 1000)], profile: "default", maximum: 9)
    _ = try await library.record([search("a", 1001)], profile: "default", maximum: 9)
    _ = try await library.change([
      StoredSetting(profile: "default", name: "region", value: "\"DE\""),
      StoredSetting(profile: "default", name: "page_size", value: "7"),
      // Another version's, another profile's, everybody's and a secret.
      StoredSetting(profile: "default", name: "later", value: "1"),
      StoredSetting(profile: "ann", name: "region", value: "\"FR\""),
      StoredSetting(profile: "", name: "itunes.enabled", value: "true"),
      StoredSetting(profile: "", name: "tmdb.key", value: "\"secret\""),
      StoredSetting(profile: "default", name: "tmdb.key", value: "\"secret\""),
    ])
    return library
  }

  @Test(arguments: 1...8) func pages_of_any_size_have_all_of_it_once(_ limit: Int) async throws {
    #expect(try await export(made(), limit) == all)
  }

  @Test func what_changes_meanwhile_comes_once_more_and_nothing_is_left_out() async throws {
    let library = try await made()
    let first = try await library.export(of: "default", after: nil, limit: 4)
    #expect(names(first) == Array(all[..<4]))
    _ = try await library.change(
      EntryChange(
        profile: "default", list: .watchlist, key: "movie/1", action: .update(note: "x", isWatched: true),
        at: 200))
    _ = try await library.change(
      EntryChange(profile: "default", list: .watchlist, key: "movie/2", action: .remove, at: 200))
    try await add([3], to: library)
    let rest = try await library.export(of: "default", after: first.last?.cursor, limit: 100)
    #expect(names(rest) == ["favorites movie/1", "watchlist movie/1", "watchlist movie/3", "b", "a"])
  }

  @Test func another_profile_has_nothing_of_it() async throws {
    #expect(try await names(made().export(of: "ann", after: nil, limit: 100)) == ["region"])
  }

  @Test(arguments: [
    ExportCursor.setting(name: "a:b"), .entry(revision: 0), .entry(revision: .max),
    .search(at: -5, folded: ""), .search(at: .max, folded: "a:b\n\"ü"),
  ])
  func cursor_is_a_text_and_back(_ cursor: ExportCursor) {
    #expect(ExportCursor(cursor.text) == cursor)
  }

  @Test(arguments: [
    "", "x", "entries", "entries:", "entries:-1", "entries:1:2", "entries:99999999999999999999", "searches:",
    "searches:1", "searches:x:dune", "titles:1",
  ])
  func other_texts_are_no_cursors(_ text: String) {
    #expect(ExportCursor(text) == nil)
  }
}
