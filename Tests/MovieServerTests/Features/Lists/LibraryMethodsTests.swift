import EventLoop
import Glibc
import JSONRPC
import MovieProtocol
import MovieSources
import MovieStore
import TestSupport
import Testing

@testable import MovieServer

@Suite(.timeLimit(.minutes(20))) struct LibraryMethodsTests {
  @Test func changes_in_one_turn_are_one_event_with_all_of_them() async throws {
    let server = await InProcess.make()
    let (client, other) = (try await server.connect(), try await server.connect())
    _ = try other.ask("subscribe", #"{"topics":["library"]}"#)
    let keys = ["movie/157336", "movie/438631", "movie/634649"]
    let changes = keys.enumerated().map { Ask.method($0 + 2, "favorites.add", #"{"key":"\#($1)"}"#) }
    try client.send("[" + changes.joined(separator: ",") + "]")
    var told: [String] = []
    while told.count < 3 {
      let event = try other.reply()["params"]
      #expect(event?["dropped"] == 0)
      told += event?["data"]?["changes"]?.arrayValue?.compactMap { $0["key"]?.stringValue } ?? []
    }
    #expect(told == keys)
  }

  @Test func changes_of_a_connection_keep_their_order_however_long_each_takes() async throws {
    let titles = SlowDetails()
    let server = await InProcess.make(titles: titles)
    let client = try await server.connect()
    try client.send(
      [
        Ask.method(1, "watchlist.add", #"{"key":"movie/1"}"#),
        Ask.method(2, "watchlist.update", #"{"key":"movie/1","note":"second"}"#),
        Ask.method(3, "watchlist.remove", #"{"key":"movie/1"}"#), Ask.ping(4),
      ].joined(separator: "\n"))
    // What changes nothing does not wait for them.
    #expect(try client.reply().id == 4)
    await titles.untilAsked()
    await titles.release()
    for id in 1...3 {
      let reply = try client.reply()
      #expect(
        reply.id == id && reply["result"]?["changed"] == true && reply["result"]?["version"]?.intValue == id)
    }
  }

  /// Local titles are those on the lists of the profile, so its changes are no others' changes.
  @Test func title_of_a_list_is_found_in_its_profile_until_it_leaves() async throws {
    let library = Library(folder: nil)
    for (number, name) in [(1, "Anna"), (2, "Bob")] {
      _ = try await library.createProfile(StoredProfile(name), maximum: 9)
      let title = Title.film("movie/90000\(number)", "Xqzkwvjy \(number)")
      _ = try await library.change(
        EntryChange(
          profile: name, list: .favorites, key: title.key, action: .add(note: nil, isWatched: nil),
          title: StoredTitle(title), at: 0))
    }
    let server = await InProcess.make(library: library)
    let (client, other) = (try await server.connect(), try await server.connect())
    func found(_ client: LineClient) throws -> [String] {
      let found = try client.ask("search", #"{"q":"xqzkwvjy"}"#)["result"]?["results"]?.arrayValue ?? []
      let keys = found.compactMap { $0["key"]?.stringValue }
      for key in ["movie/900001", "movie/900002"] {
        let isKnown = try client.ask("detail", #"{"key":"\#(key)"}"#)["result"] != nil
        #expect(isKnown == keys.contains(key), "\(key)")
      }
      return keys
    }
    _ = try other.ask("profiles.select", #"{"name":"Anna"}"#)
    #expect(try found(client) == [] && found(other) == ["movie/900001"])
    let generation = await server.see { $0.profiles.initial.generation }
    _ = try other.ask("favorites.remove", #"{"key":"movie/900001"}"#)
    #expect(try found(client) == [] && found(other) == [])
    #expect(await server.see { $0.profiles.initial.generation } == generation)
    _ = try other.ask("profiles.select", #"{"name":"Bob"}"#)
    #expect(try found(other) == ["movie/900002"])
  }

  @Test func import_of_a_profile_renews_its_own_results() async throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/watchlist.csv"
    try TemporaryFolder.write(
      "Date,Name,Year,Letterboxd URI\n2026-01-01,Dune,2021,https://boxd.it/x\n", to: file)
    let server = await InProcess.make()
    let client = try await server.connect()
    _ = try client.ask("profiles.create", #"{"name":"Anna"}"#)
    _ = try client.ask("profiles.select", #"{"name":"Anna"}"#)
    func generations() async -> [CacheGeneration?] {
      await server.see { [$0.profiles.initial.generation, $0.profiles.named("Anna")?.generation] }
    }
    let before = await generations()
    let reply = try client.ask("library.import", #"{"file":"\#(file)","format":"letterboxd"}"#)
    #expect(reply["result"]?["added"] == 1)
    let after = await generations()
    #expect(after[0] == before[0] && after[1] != before[1])
  }

  @Test func recommended_goes_by_the_lists_and_leaves_out_what_is_on_them() async throws {
    let server = await InProcess.make()
    let client = try await server.connect()
    let question = Ask.method(1, "browse", #"{"list":"recommended","page_size":100}"#)
    let before = try client.call(question)["result"]
    _ = try client.ask("favorites.add", #"{"key":"movie/157336"}"#)
    let after = try client.call(question)["result"]
    let keys = (after?["results"]?.arrayValue ?? []).compactMap { $0["key"]?.stringValue }
    #expect(!keys.isEmpty && !keys.contains("movie/157336") && before?["results"] != after?["results"])
    let similar = try client.ask("detail", #"{"key":"movie/157336"}"#)["result"]
    let near = Set(
      ((similar?["similar"]?.arrayValue ?? []) + (similar?["recommendations"]?.arrayValue ?? []))
        .compactMap { $0["key"]?.stringValue })
    #expect(Set(keys) == near)
  }

  /// As after a disk that was away for a moment.
  @Test func recommendations_without_the_lists_are_not_cached() async throws {
    let folder = try TemporaryFolder()
    let server = await InProcess.make(library: Library(folder: folder.path))
    let client = try await server.connect()
    _ = try client.ask("favorites.add", #"{"key":"movie/157336"}"#)
    let file = folder.path + "/library.sqlite"
    #expect(rename(file, file + "-elsewhere") == 0)
    let question = Ask.method(2, "browse", #"{"list":"recommended"}"#)
    let without = try client.call(question)["result"]
    #expect(without?["results"]?[0] != nil)
    #expect(rename(file + "-elsewhere", file) == 0)
    let found = try client.call(question)["result"]
    #expect(found?["results"]?[0] != nil && found?["results"] != without?["results"])
    #expect(found == (try client.call(question)["result"]))
  }

  @Test func library_that_cannot_be_read_is_an_error_and_titles_come_all_the_same() async throws {
    let folder = try TemporaryFolder()
    try TemporaryFolder.write(String(repeating: "garbage ", count: 100), to: folder.path + "/library.sqlite")
    let server = await InProcess.make(library: Library(folder: folder.path))
    let client = try await server.connect()
    for method in ["watchlist", "favorites", "searches", "searches.clear"] {
      #expect(try client.ask(method).kind == "storage_error", "\(method)")
    }
    #expect(try client.ask("watchlist.add", #"{"key":"movie/157336"}"#).kind == "storage_error")
    #expect(try client.ask("search", #"{"q":"dune"}"#)["result"]?["results"]?[0] != nil)
    #expect(try client.ask("browse", #"{"list":"recommended"}"#)["result"]?["results"]?[0] != nil)
  }
}

/// Knows every film, once it is let.
@LoopActor
final class SlowDetails: NoTitles {
  private var waiting: [CheckedContinuation<Void, Never>] = []
  /// Of the tasks that have asked.
  private(set) var priorities: [TaskPriority] = []

  override func detail(_ key: TitleKey, _ options: FetchOptions) async throws -> FoundDetail? {
    priorities.append(Task.currentPriority)
    await withCheckedContinuation { waiting.append($0) }
    let title = Title.film(key, "A film")
    return FoundDetail(detail: TitleDetail(title), meta: FoundTitles.nothing.meta)
  }

  func untilAsked(_ count: Int = 1) async {
    while waiting.count < count, !Task.isCancelled { await EndOfTurnWaiter.wait() }
  }

  func release() {
    for one in waiting { one.resume() }
    waiting = []
  }
}

extension Title {
  /// A film of which little is known.
  static func film(_ key: TitleKey, _ title: String) -> Title { Title(key, title, source: .tmdb) }
}
