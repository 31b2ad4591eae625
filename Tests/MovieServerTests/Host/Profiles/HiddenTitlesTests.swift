import EventLoop
import JSONRPC
import MovieProtocol
import MovieStore
import TestSupport
import Testing

@testable import MovieServer

/// What an age limit hides, and what only others have on their lists, is told by no method and no topic, and not
/// even by the difference between two answers.
@Suite(.timeLimit(.minutes(20))) struct HiddenTitlesTests {
  /// A profile with an age limit that has films for older people everywhere: on both lists, downloaded, playing,
  /// among the pending titles, in an import, in the journal of its account and among what TMDB did not take.
  private func household() async throws -> InProcess {
    let library = Library(folder: nil)
    let kids = StoredProfile("Kids", ageLimit: 12, ageRegion: "DE")
    _ = try await library.createProfile(kids, maximum: 9)
    let film = StoredTitle(Title(.tmdb(.movie, 3), "Title 3", source: .tmdb), factsAt: .now)
    let other = StoredTitle(Title(.tmdb(.movie, 7), "Title 7", source: .tmdb), factsAt: .now)
    for list in LibraryList.allCases {
      _ = try await library.change(
        EntryChange(
          profile: "Kids", list: list, key: "movie/3", action: .add(note: nil, isWatched: nil), title: film,
          at: .now))
    }
    var change = LibraryImport(profile: "Kids", maxEntries: 99, maxSearches: 9)
    change.maxPending = 9
    for (number, key) in [TitleKey.tmdb(.movie, 3), nil].enumerated() {
      var row = PendingTitle(
        .watchlist, identity: "\(number)", addedAt: .now, kind: "unavailable",
        message: .tmdbUnreachableForTitle)
      (row.keys, row.title) = (key.map { [$0] } ?? [], "Title 3")
      change.pending.append(row)
    }
    _ = try await library.perform(change)
    // What was changed since the import stays when it is undone.
    var imported = LibraryImport(profile: "Kids", maxEntries: 99, maxSearches: 9)
    imported.begins = .now
    imported.entries = [LibraryImport.Entry(.watchlist, "movie/7", title: other, addedAt: .now)]
    _ = try await library.perform(imported)
    _ = try await library.change(
      EntryChange(
        profile: "Kids", list: .watchlist, key: "movie/7", action: .update(note: "mine", isWatched: nil),
        at: .now))
    let account = StoredAccount(profile: "Kids", number: 1, username: "kid", connectedAt: .now)
    _ = try await library.connect(account, session: "session")
    var snapshot = AccountSnapshot(
      profile: "Kids",
      rows: LibraryList.allCases.flatMap { list in
        [
          AccountSnapshot.Row(AccountItem(list, "movie/3"), film),
          AccountSnapshot.Row(AccountItem(list, "movie/7"), other),
        ]
      }, at: .now, maxEntries: 99)
    guard case .done(let plan) = try await library.compare(snapshot) else {
      throw LineClient.Fault(description: "no comparison")
    }
    snapshot.consent = plan.plan
    _ = try await library.compare(snapshot)
    let rated = RatedTitles([1: ["DE": "0"], 3: ["DE": "16"], 7: ["DE": "18"], 13: ["DE": "16"]])
    let server = await InProcess.make(titles: rated, library: library)
    let parent = try await server.connect()
    _ = try parent.ask("downloads.add", #"{"key":"movie/3","assets":["detail"]}"#)
    _ = try parent.ask("downloads.add", #"{"key":"movie/1","assets":["detail"]}"#)
    await play("movie/3", server)
    try await fail("movie/3", server)
    return server
  }

  /// TMDB did not take a change.
  @LoopActor private func fail(_ key: TitleKey, _ server: InProcess) throws {
    let change = AccountChange(
      AccountStep(.tmdb, AccountItem(.watchlist, key), isAdded: true), title: "Title 3", at: .now)
    let profile = try #require(server.server.profiles.named("Kids"))
    let account = try #require(server.server.accounts.account(of: profile))
    account.failures.failed(change, .accountTitleRejected)
  }

  @LoopActor private func play(_ key: TitleKey, _ server: InProcess) async {
    let item = PlayItem(
      key: key, title: "Title \(key.text.split(separator: "/").last ?? "")", video: .trailer,
      url: "https://example.org/\(key)", needsDownloader: false)
    // No mpv is started.
    await server.server.player.make { machine in
      _ = machine.play([item])
      return []
    }
  }

  private static let file = "/nonexistent/watchlist.csv"

  /// Each method whose result may name a title, those that change something last.
  private static let calls: KeyValuePairs = [
    "browse": #"{"list":"popular"}"#, "home": "{}", "search": #"{"q":"title"}"#, "suggest": #"{"q":"t"}"#,
    "detail": #"{"key":"movie/1"}"#, "person": #"{"key":"person/1"}"#,
    "collection": #"{"id":1}"#, "related": #"{"key":"movie/1"}"#, "reviews": #"{"key":"movie/3"}"#,
    "images": #"{"key":"movie/3"}"#, "find": #"{"id":"tt0000003"}"#,
    "season": #"{"key":"tv/3","season_number":1}"#, "person.credits": #"{"name":"somebody","unseen":true}"#,
    "trailer": #"{"key":"movie/3"}"#,
    "image": #"{"title":"title 3"}"#,
    "watchlist": "{}", "favorites": "{}",
    "releases": #"{"days_back":365,"days_ahead":365}"#, "library.export": "{}", "library.pending": "{}",
    "library.import": #"{"file":"\#(file)","format":"letterboxd"}"#, "library.undo": "{}", "downloads": "{}",
    "downloads.get": #"{"key":"movie/3"}"#, "downloads.pause": #"{"key":"movie/3"}"#,
    "downloads.resume": #"{"key":"movie/3"}"#, "downloads.pause.all": "{}", "downloads.resume.all": "{}",
    "discover": "{}",
    "downloads.add": #"{"key":"movie/3"}"#, "downloads.remove": #"{"key":"movie/3"}"#, "player": "{}",
    "player.play": #"{"key":"movie/3"}"#, "player.pause": "{}", "player.resume": "{}", "player.toggle": "{}",
    "player.seek": #"{"seconds":1}"#, "player.volume": #"{"volume":50}"#, "player.stop": "{}",
    "account.status": "{}", "account.journal": "{}", "account.sync": "{}",
    "watchlist.add": #"{"key":"movie/3","note":"x"}"#,
    "watchlist.update": #"{"key":"movie/3","note":"y"}"#, "watchlist.remove": #"{"key":"movie/3"}"#,
    "favorites.add": #"{"key":"movie/3"}"#, "favorites.remove": #"{"key":"movie/3"}"#,
    "favorites.toggle": #"{"key":"movie/7"}"#, "account.undo": "{}",
  ]

  private func names(_ schema: Schema) -> Set<String> {
    switch schema {
    case .object(let fields): fields.reduce(into: []) { $0.formUnion(names($1.schema).union([$1.name])) }
    case .optional(let schema), .list(let schema, _), .map(let schema, _): names(schema)
    case .record(let fields, let patterns, let others, _):
      names(.object(fields + patterns)).union(names(others))
    case .named(let named): names(named.schema)
    case .oneOf(let schemas, _): schemas.reduce(into: []) { $0.formUnion(names($1)) }
    default: []
    }
  }

  private func isAboutTitles(_ schema: Schema) -> Bool {
    !names(schema).isDisjoint(with: ["title", "original_title", "poster_path"])
  }

  @Test func no_method_names_a_title_that_the_age_limit_hides() async throws {
    let known = Set(Self.calls.map(\.key))
    for method in MethodTable.all where isAboutTitles(method.result) && method !== SubscribeMethod.method {
      #expect(known.contains(method.name), "\(method.name) is not tried here")
    }
    let server = try await household()
    let child = try await server.connect()
    _ = try child.ask("hello", #"{"profile":"Kids"}"#)
    for (method, params) in Self.calls {
      let reply = try child.ask(method, params).text()
      #expect(!reply.contains("Title 3") && !reply.contains("Title 7"), "\(method): \(reply)")
      // They do have something to hide.
      if method == "account.status" { #expect(reply.contains("movie/3"), "\(reply)") }
      if method == "library.undo" { #expect(reply.contains(#""kept_total":1"#), "\(reply)") }
    }
    // To others nothing is hidden.
    await play("movie/3", server)
    let parent = try await server.connect()
    for method in ["player", "downloads", "browse"] {
      let params = method == "browse" ? #"{"list":"popular"}"# : "{}"
      #expect(try parent.ask(method, params).text().contains("Title 3"), "\(method)")
    }
  }

  @Test func what_may_be_seen_is_named() async throws {
    let server = try await household()
    let child = try await server.connect()
    _ = try child.ask("hello", #"{"profile":"Kids"}"#)
    let list = try child.ask("downloads")["result"]
    #expect(list?["results"]?[0]?["title"] == "Title 1" && list?["total_results"] == 1)
    #expect(try child.ask("downloads.get", #"{"key":"movie/1"}"#)["result"]?["title"] == "Title 1")
    await play("movie/1", server)
    #expect(try child.ask("player")["result"]?["title"] == "Title 1")
  }

  /// The state is hidden until the certificates are known, and then told.
  @Test func no_topic_names_a_title_that_the_age_limit_hides() async throws {
    let server = try await household()
    let child = try await server.connect()
    _ = try child.ask("hello", #"{"profile":"Kids"}"#)
    let names = TopicTable.all.filter { isAboutTitles($0.state) }.map { topic in
      topic.name == TopicDescription.browse.name ? "browse:popular" : topic.name
    }
    let list = names.map { "\"\($0)\"" }.joined(separator: ",")
    let states = try child.ask("subscribe", #"{"topics":[\#(list)]}"#)["result"]?["topics"]
    for name in names {
      #expect(states?[name] != nil && states?[name]?.text().contains("Title 3") != true, "\(name)")
    }
    var downloads = states?["downloads"]?["data"] ?? .null
    while downloads["items"]?[0]?["title"] != "Title 1" {
      let event = try child.reply()
      #expect(!event.text().contains("Title 3"))
      if event["params"]?["topic"] == "downloads" { downloads = event["params"]?["data"] ?? .null }
    }
    #expect(downloads["items"]?.arrayValue?.count == 1)
    await play("movie/3", server)
    let parent = try await server.connect()
    let reply = try parent.ask("subscribe", #"{"topics":["player","downloads"]}"#).text()
    #expect(reply.contains(#""title":"Title 3""#) && reply.contains(#""title":"Title 1""#))
  }

  /// Of two films for older people one is on lists, downloaded and playing, and the other is nobody's.
  @Test func hidden_title_is_answered_like_one_that_nobody_has() async throws {
    let server = try await household()
    let child = try await server.connect()
    _ = try child.ask("profiles.create", #"{"name":"Tim","age_limit":12,"age_region":"DE"}"#)
    _ = try child.ask("hello", #"{"profile":"Tim"}"#)
    try compare("movie/3", "movie/13", child)
  }

  /// Every method that takes a key.
  private func compare(_ key: String, _ other: String, _ client: LineClient) throws {
    for method in MethodTable.all where method.parameter(named: "key") != nil {
      let reply = try client.ask(method.name, #"{"key":"\#(key)"}"#).text()
      let wanted = try client.ask(method.name, #"{"key":"\#(other)"}"#).text()
      #expect(reply.replacing(key, with: other) == wanted, "\(method.name)")
    }
  }

  /// A film that no source knows, on the lists of a profile with a PIN.
  private func secretive() async throws -> InProcess {
    let library = Library(folder: nil)
    let hash = try PINHash.make("1234")
    _ = try await library.createProfile(StoredProfile("Papa", pin: hash), maximum: 9)
    for list in LibraryList.allCases {
      _ = try await library.change(
        EntryChange(
          profile: "Papa", list: list, key: "movie/77", action: .add(note: nil, isWatched: nil),
          title: StoredTitle(
            Title(.tmdb(.movie, 77), "Private Film", source: .tmdb), imdbID: "tt0000077", factsAt: .now),
          at: .now))
    }
    let configuration = try ConfigurationFile.parse("catalogue.embedded = false", path: "config.toml")
    return await InProcess.make(configuration, library: library)
  }

  @Test func title_of_another_profile_is_answered_like_one_that_nobody_has() async throws {
    let client = try await secretive().connect()
    try compare("movie/77", "movie/78", client)
    try compare("imdb/tt0000077", "imdb/tt0000078", client)
  }

  @Test func title_of_another_profile_is_not_found_by_its_words() async throws {
    let server = try await secretive()
    let client = try await server.connect()
    for method in ["search", "suggest"] {
      let reply = try client.ask(method, #"{"q":"private film"}"#)
      #expect(reply["result"]?["results"]?.arrayValue == [], "\(method)")
      #expect(!reply.text().contains("Private"), "\(method)")
    }
    let owner = try await server.connect()
    _ = try owner.ask("hello", #"{"profile":"Papa","pin":"1234"}"#)
    #expect(try owner.ask("suggest", #"{"q":"priv"}"#).text().contains("Private Film"))
    #expect(try owner.ask("detail", #"{"key":"movie/77"}"#)["result"]?["title"] == "Private Film")
  }

  @Test func import_takes_nothing_from_the_lists_of_others() async throws {
    let server = try await secretive()
    let client = try await server.connect()
    let folder = try TemporaryFolder()
    let file = folder.path + "/list.json"
    for key in ["movie/77", "movie/78"] {
      try TemporaryFolder.write(
        #"{"kind":"watchlist","key":"\#(key)","imdb_id":null,"title":null,"added_at":"2026-01-01T00:00:00Z"}"#,
        to: file)
      let reply = try client.ask("library.import", #"{"file":"\#(file)","format":"movierpc"}"#)["result"]
      #expect(reply?["added"] == 0 && reply?["unmatched_total"] == 1, "\(key)")
    }
  }

  /// What was removed, or renamed, for a profile is not lost with its title's name.
  @Test func export_has_hidden_entries_without_their_titles() async throws {
    let server = try await household()
    let child = try await server.connect()
    _ = try child.ask("hello", #"{"profile":"Kids"}"#)
    let entries = try child.ask("library.export")["result"]?["entries"]?.arrayValue ?? []
    let hidden = entries.filter { $0["key"] == "movie/3" }
    #expect(hidden.count == 2 && hidden.allSatisfy { $0["title"] == .null })
  }

  /// A connection that has not sent the PIN of its profile.
  @Test func locked_connection_is_told_no_title() async throws {
    let library = Library(folder: nil)
    let server = await InProcess.make(titles: RatedTitles([3: ["DE": "16"]]), library: library)
    let first = try await server.connect()
    _ = try first.ask("downloads.add", #"{"key":"movie/3","assets":["detail"]}"#)
    await play("movie/3", server)
    _ = try first.ask("profiles.update", #"{"name":"default","new_pin":"1234"}"#)
    let locked = try await server.connect()
    for method in ["player", "player.pause", "downloads", "downloads.pause.all"] {
      #expect(!(try locked.ask(method).text().contains("Title 3")), "\(method)")
    }
    #expect(try locked.ask("downloads.get", #"{"key":"movie/3"}"#).kind == "forbidden")
    #expect(try locked.ask("hello", #"{"pin":"1234"}"#).kind == nil)
    #expect(try locked.ask("player").text().contains("Title 3"))
  }
}
