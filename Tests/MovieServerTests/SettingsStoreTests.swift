import EventLoop
import JSONRPC
import Logging
import MovieProtocol
import MovieSources
import MovieStore
import TestSupport
import Testing

@testable import MovieServer

@LoopActor @Suite(.timeLimit(.minutes(1))) struct SettingsStoreTests {
  private let log = MemoryLog()

  private func make(
    _ library: Library = Library(folder: nil), file: String = "", environment: [String: String] = [:]
  ) throws -> SettingsStore {
    SettingsStore(
      library: library, configuration: try ConfigurationFile.parse(file, path: "f"),
      surroundings: SettingsSurroundings(environment: { environment[$0] }, configurationFile: "/c"),
      logger: Logger(label: "test") { [log] _ in log })
  }

  private func change(
    _ store: SettingsStore, _ params: String
  ) async throws -> JSONValue {
    let change = try SettingsChange(
      Arguments(.settings, params: JSONValue(parsing: params)), store.surroundings)
    let bytes = try await store.make(change)
    return try JSONValue(parsing: String(decoding: bytes, as: UTF8.self))["settings"] ?? .null
  }

  private func stored(_ name: String, _ value: String, profile: String = "default") -> StoredSetting {
    StoredSetting(profile: profile, name: name, value: value)
  }

  @Test func before_the_library_is_read_file_and_environment_count() async throws {
    let library = Library(folder: nil)
    _ = try await library.change([stored("page_size", "7")])
    let store = try make(library, file: "page_size = 5\nregion = \"DE\"")
    #expect(store.current.pageSize == 5)
    let revision = store.revision
    await store.ready()
    #expect(store.current.pageSize == 7 && store.current.region == "DE")
    #expect(store.revision == revision + 1)
    await store.ready()
  }

  @Test func a_change_is_in_the_reply_in_force_and_in_the_library() async throws {
    let library = Library(folder: nil)
    let store = try make(library)
    let result = try await change(store, #"{"set":{"region":"DE","tmdb.key":"abc"}}"#)
    #expect(result["region"]?["value"] == "DE" && result["region"]?["from"] == "library")
    #expect(result["tmdb.key"]?["value"]?.text() == #"{"set":true}"#)
    #expect(store.current.region == "DE" && store.current.countries == ["DE"])
    #expect(store.current.tmdbKey == Secret("abc"))
    let next = try make(library)
    await next.ready()
    #expect(next.current == store.current)
    let reset = try await change(store, #"{"set":{"page_size":3},"reset":["region","tmdb.key","region"]}"#)
    #expect(reset["region"]?["from"] == "default" && reset["page_size"]?["value"] == 3)
    #expect(store.current.tmdbKey == nil)
    #expect(try await library.settings() == [stored("page_size", "3")])
  }

  @Test func profiles_settings_and_shared_ones_are_kept_apart() async throws {
    let library = Library(folder: nil)
    let store = try make(library)
    _ = try await change(store, #"{"set":{"region":"DE","itunes.enabled":true}}"#)
    let rows = [stored("region", "\"DE\""), stored("itunes.enabled", "true", profile: "")]
    #expect(Set(try await library.settings()) == Set(rows))
  }

  @Test func what_changes_nothing_is_no_change() async throws {
    let store = try make()
    _ = try await change(store, #"{"set":{"page_size":7}}"#)
    let count = Count()
    store.onChange = { count.add() }
    let (revision, bytes) = (store.revision, store.encoded())
    _ = try await change(store, #"{"set":{"page_size":7.0},"reset":["region"]}"#)
    #expect(store.encoded() == bytes)
    #expect(store.revision == revision && count.value == 0)
    _ = try await change(store, #"{"set":{"page_size":8}}"#)
    #expect(store.revision == revision + 1 && count.value == 1)
    #expect(store.encoded() != bytes)
  }

  @Test func another_secret_is_a_change_although_nobody_sees_it() async throws {
    let store = try make()
    _ = try await change(store, #"{"set":{"tmdb.key":"a"}}"#)
    let (revision, bytes) = (store.revision, store.encoded())
    _ = try await change(store, #"{"set":{"tmdb.key":"b"}}"#)
    #expect(store.revision == revision + 1)
    #expect(store.encoded() == bytes)
    #expect(store.current.tmdbKey == Secret("b"))
  }

  @Test func the_file_read_again_is_a_change_where_it_counts() async throws {
    let store = try make(file: "page_size = 5")
    _ = try await change(store, #"{"set":{"page_size":7}}"#)
    let count = Count()
    store.onChange = { count.add() }
    let revision = store.revision
    // The library goes before it, so nothing is different.
    store.use(try ConfigurationFile.parse("page_size = 6", path: "f"))
    #expect(store.revision == revision && count.value == 0)
    store.use(try ConfigurationFile.parse("debounce_ms = 1", path: "f"))
    #expect(store.revision == revision + 1 && count.value == 1)
    #expect(store.current.debounce == 1 && store.current.pageSize == 7)
  }

  @Test func changes_made_at_once_are_made_in_their_order() async throws {
    let library = Library(folder: nil)
    let store = try make(library)
    let tasks = (1...100).map { number in
      LoopTask.start {
        try? await change(store, #"{"set":{"page_size":\#(number)}}"#)["page_size"]?["value"]?.intValue
      }
    }
    for (number, task) in zip(1..., tasks) { #expect(await task.value == number) }
    #expect(try await library.settings() == [stored("page_size", "100")])
  }

  @Test func what_another_version_has_put_there_is_not_used_and_stays() async throws {
    let library = Library(folder: nil)
    let rows = [
      stored("page_size", "1000"), stored("region", "nonsense"), stored("of_later", "1"),
      stored("debounce_ms", "7"),
      stored("limits.depth", "8", profile: ""), stored("itunes.enabled", "true"),
      stored("page_size", "3", profile: "kids"),
    ]
    _ = try await library.change(rows)
    let store = try make(library)
    await store.ready()
    #expect(store.current.pageSize == 20 && store.current.region == "US" && store.current.debounce == 7)
    #expect(!store.current.asksITunes)
    _ = try await change(store, #"{"set":{"debounce_ms":8}}"#)
    #expect(try await library.settings().count == rows.count)
    #expect(log.lines.count == 1)
    for name in ["page_size", "region", "of_later", "limits.depth", "itunes.enabled"] {
      #expect(log.lines.first?.contains(name) == true)
    }
    #expect(log.lines.first?.contains("nonsense") == false)
    // It may be set anew.
    _ = try await change(store, #"{"set":{"page_size":9}}"#)
    #expect(store.current.pageSize == 9)
  }

  @Test func a_library_that_cannot_be_used_is_told_once() async throws {
    let folder = try TemporaryFolder()
    try TemporaryFolder.write(String(repeating: "garbage ", count: 100), to: folder.path + "/library.sqlite")
    let store = try make(Library(folder: folder.path), file: "page_size = 5")
    await store.ready()
    #expect(store.current.pageSize == 5)
    for _ in 0..<3 {
      await #expect(throws: LibraryError.self) { try await change(store, #"{"set":{"tmdb.key":"hidden"}}"#) }
    }
    #expect(store.current.tmdbKey == nil)
    #expect(log.lines.count == 1)
    #expect(log.lines.first?.contains(folder.path + "/library.sqlite: ") == true)
    #expect(log.lines.first?.contains("hidden") == false)
  }

  @Test func a_variable_that_holds_no_key_is_named_without_what_it_holds() throws {
    let store = try make(environment: ["TMDB_API_KEY": "not hidden"])
    #expect(store.current.tmdbKey == nil)
    #expect(log.lines.count == 1)
    #expect(log.lines.first?.contains("TMDB_API_KEY") == true && log.lines.first?.contains("hidden") == false)
  }
}

/// Keeps what is logged: message and metadata, one string a line. Used on the loop only.
final class MemoryLog: LogHandler, @unchecked Sendable {
  private(set) var lines: [String] = []
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.trace

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    lines.append("\(event.level) \(event.message) \(event.metadata ?? [:])")
  }
}
