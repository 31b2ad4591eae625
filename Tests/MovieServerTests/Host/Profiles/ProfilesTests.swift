import EventLoop
import JSONRPC
import Logging
import MovieProtocol
import MovieSources
import MovieStore
import TestSupport
import Testing

@testable import MovieServer

@LoopActor @Suite(.timeLimit(.minutes(20))) struct ProfilesTests {
  private let log = MemoryLog()

  private func make(
    _ library: Library = Library(folder: nil), file: String = "", environment: [String: String] = [:]
  ) throws -> Profiles {
    let profiles = Profiles(
      library: library, configuration: try ConfigurationFile.parse(file, path: "f"),
      surroundings: SettingsEnvironment(environment: { environment[$0] }, configurationFile: "/c"),
      logger: Logger(label: "test") { [log] _ in log })
    profiles.library.waitLong()
    return profiles
  }

  private func change(
    _ profiles: Profiles, _ params: String
  ) async throws -> JSONValue {
    let change = try SettingsChange(
      Arguments(SettingsUpdateMethod.method, params: JSONValue(parsing: params)),
      profiles.settings.surroundings)
    try await profiles.make(change, for: profiles.initial)
    return try JSONValue(parsing: profiles.initial.settingsInForce().bytes.span)
  }

  private func stored(_ name: String, _ value: String, profile: String = "default") -> StoredSetting {
    StoredSetting(profile: profile, name: name, value: value)
  }

  @Test func before_the_library_is_read_file_and_environment_count() async throws {
    let library = Library(folder: nil)
    _ = try await library.change([stored("page_size", "7")])
    let profiles = try make(library, file: "page_size = 5\nregion = \"DE\"")
    #expect(profiles.initial.settings.pageSize == 5)
    let generation = profiles.initial.generation
    await profiles.ready()
    #expect(profiles.initial.settings.pageSize == 7 && profiles.initial.settings.region == "DE")
    #expect(profiles.initial.generation != generation)
    await profiles.ready()
  }

  @Test func a_change_is_in_the_reply_in_force_and_in_the_library() async throws {
    let library = Library(folder: nil)
    let profiles = try make(library)
    let result = try await change(profiles, #"{"set":{"region":"DE","tmdb.key":"abc"}}"#)
    #expect(result["region"]?["value"] == "DE" && result["region"]?["from"] == "library")
    #expect(result["tmdb.key"]?["value"]?.text() == #"{"set":true}"#)
    #expect(profiles.initial.settings.region == "DE" && profiles.initial.settings.countries == ["DE"])
    #expect(profiles.initial.settings.tmdbKey == Secret("abc"))
    let next = try make(library)
    await next.ready()
    #expect(next.initial.settings == profiles.initial.settings)
    let reset = try await change(profiles, #"{"set":{"page_size":3},"reset":["region","tmdb.key","region"]}"#)
    #expect(reset["region"]?["from"] == "default" && reset["page_size"]?["value"] == 3)
    #expect(profiles.initial.settings.tmdbKey == nil)
    #expect(try await library.settings() == [stored("page_size", "3")])
  }

  @Test func profiles_settings_and_shared_ones_are_kept_apart() async throws {
    let library = Library(folder: nil)
    let profiles = try make(library)
    _ = try await change(profiles, #"{"set":{"region":"DE","itunes.enabled":true}}"#)
    let rows = [stored("region", "\"DE\""), stored("itunes.enabled", "true", profile: "")]
    #expect(Set(try await library.settings()) == Set(rows))
  }

  @Test func what_changes_nothing_is_no_change() async throws {
    let profiles = try make()
    _ = try await change(profiles, #"{"set":{"page_size":7}}"#)
    let (generation, bytes) = (profiles.initial.generation, profiles.initial.settingsInForce())
    _ = try await change(profiles, #"{"set":{"page_size":7.0},"reset":["region"]}"#)
    #expect(profiles.initial.settingsInForce() == bytes)
    #expect(profiles.initial.generation == generation)
    _ = try await change(profiles, #"{"set":{"page_size":8}}"#)
    #expect(profiles.initial.generation != generation)
    #expect(profiles.initial.settingsInForce() != bytes)
  }

  @Test func another_secret_is_a_change_although_nobody_sees_it() async throws {
    let profiles = try make()
    _ = try await change(profiles, #"{"set":{"tmdb.key":"a"}}"#)
    let (generation, bytes) = (profiles.initial.generation, profiles.initial.settingsInForce())
    _ = try await change(profiles, #"{"set":{"tmdb.key":"b"}}"#)
    #expect(profiles.initial.generation != generation)
    #expect(profiles.initial.settingsInForce() == bytes)
    #expect(profiles.initial.settings.tmdbKey == Secret("b"))
  }

  @Test func the_file_read_again_is_a_change_where_it_counts() async throws {
    let profiles = try make(file: "page_size = 5")
    _ = try await change(profiles, #"{"set":{"page_size":7}}"#)
    let generation = profiles.initial.generation
    // The library goes before it, so nothing is different.
    profiles.use(try ConfigurationFile.parse("page_size = 6", path: "f"))
    #expect(profiles.initial.generation == generation)
    profiles.use(try ConfigurationFile.parse("debounce_ms = 1", path: "f"))
    #expect(profiles.initial.generation != generation)
    #expect(profiles.initial.settings.debounce == 1 && profiles.initial.settings.pageSize == 7)
  }

  @Test func changes_made_at_once_are_made_in_their_order() async throws {
    let library = Library(folder: nil)
    let profiles = try make(library)
    let tasks = (1...100).map { number in
      LoopTask.start {
        try? await change(profiles, #"{"set":{"page_size":\#(number)}}"#)["page_size"]?["value"]?.intValue
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
    let profiles = try make(library)
    await profiles.ready()
    #expect(
      profiles.initial.settings.pageSize == 20 && profiles.initial.settings.region == "US"
        && profiles.initial.settings.debounce == 7)
    #expect(!profiles.initial.settings.asksITunes)
    _ = try await change(profiles, #"{"set":{"debounce_ms":8}}"#)
    #expect(try await library.settings().count == rows.count)
    #expect(log.lines.count == 1)
    for name in ["page_size", "region", "of_later", "limits.depth", "itunes.enabled"] {
      #expect(log.lines.first?.contains(name) == true)
    }
    #expect(log.lines.first?.contains("nonsense") == false)
    // It may be set anew.
    _ = try await change(profiles, #"{"set":{"page_size":9}}"#)
    #expect(profiles.initial.settings.pageSize == 9)
  }

  @Test func a_library_that_cannot_be_used_is_told_once() async throws {
    let folder = try TemporaryFolder()
    try TemporaryFolder.write(String(repeating: "garbage ", count: 100), to: folder.path + "/library.sqlite")
    let profiles = try make(Library(folder: folder.path), file: "page_size = 5")
    await profiles.ready()
    #expect(profiles.initial.settings.pageSize == 5)
    for _ in 0..<3 {
      await #expect(throws: LibraryError.self) {
        try await change(profiles, #"{"set":{"tmdb.key":"hidden"}}"#)
      }
    }
    #expect(profiles.initial.settings.tmdbKey == nil)
    #expect(log.lines.count == 1)
    #expect(log.lines.first?.contains(folder.path + "/library.sqlite: ") == true)
    #expect(log.lines.first?.contains("hidden") == false)
  }

  @Test func a_variable_that_holds_no_key_is_named_without_what_it_holds() throws {
    let profiles = try make(environment: ["TMDB_API_KEY": "not hidden"])
    #expect(profiles.initial.settings.tmdbKey == nil)
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
