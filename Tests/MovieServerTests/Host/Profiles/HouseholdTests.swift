import EventLoop
import JSONRPC
import MovieProtocol
import MovieStore
import TestSupport
import Testing

@testable import MovieServer

/// Who gets into which profile, and who changes what they are.
@Suite(.timeLimit(.minutes(20))) struct HouseholdTests {
  private func make(_ profiles: String..., library: Library = Library(folder: nil)) async throws -> InProcess
  {
    let server = await InProcess.make(titles: NoTitles(), library: library)
    let client = try await server.connect()
    for profile in profiles { _ = try client.ask("profiles.create", "{\(profile)}") }
    return server
  }

  private func row(_ reply: JSONValue, _ name: String) -> JSONValue? {
    reply["result"]?["profiles"]?.arrayValue?.first { $0["name"]?.stringValue == name }
  }

  private func details(_ reply: JSONValue) -> JSONValue? { reply["error"]?["data"] }

  private func needs(_ reply: JSONValue, _ what: String) -> Bool {
    reply.kind == "forbidden" && details(reply)?["needs"]?.stringValue == what
  }

  private func profile(_ client: LineClient) throws -> String? {
    try client.ask("hello")["result"]?["profile"]?.stringValue
  }

  // The way in.

  @Test func connection_that_begins_in_a_profile_with_a_pin_is_kept_out() async throws {
    let library = Library(folder: nil)
    let server = try await make(#""name":"Anna""#, library: library)
    let client = try await server.connect()
    _ = try client.ask("settings.update", #"{"set":{"page_size":7}}"#)
    _ = try client.ask("search", #"{"q":"dune"}"#)
    #expect(try client.ask("profiles.update", #"{"name":"default","new_pin":"1234"}"#).kind == nil)
    // Who has set it knows it.
    #expect(try client.ask("search", #"{"q":"dune"}"#).kind == nil)
    let other = try await server.connect()
    for (method, params) in [
      ("search", #"{"q":"dune"}"#), ("watchlist", "{}"), ("favorites.add", #"{"key":"movie/157336"}"#),
      ("searches", "{}"), ("settings", "{}"), ("settings.update", #"{"set":{"page_size":3}}"#),
      ("subscribe", #"{"topics":["library"]}"#), ("library.export", "{}"),
    ] {
      #expect(needs(try other.ask(method, params), "pin"), "\(method)")
    }
    #expect(needs(try other.ask("hello", #"{"profile":"default"}"#), "pin"))
    #expect(needs(try other.ask("profiles.create", #"{"name":"x"}"#), "pin"))
    #expect(needs(try other.ask("hello", #"{"pin":"9999"}"#), "pin"))
    for method in ["ping", "status", "hello", "profiles", "clients"] {
      #expect(try other.ask(method).kind == nil)
    }
    #expect(row(try other.ask("profiles"), "default")?["locked"] == true)
    // Another one has no PIN.
    #expect(try other.ask("hello", #"{"profile":"Anna"}"#).kind == nil)
    #expect(try other.ask("search", #"{"q":"dune"}"#).kind == nil)
    #expect(needs(try other.ask("hello", #"{"profile":"default"}"#), "pin"))
    // hello alone is about the profile the connection is in.
    let third = try await server.connect()
    #expect(try third.ask("hello", #"{"pin":"1234"}"#)["result"]?["profile"] == "default")
    #expect(try third.ask("settings")["result"]?["settings"]?["page_size"]?["value"] == 7)
    // And after the next start.
    let next = try await InProcess.make(titles: NoTitles(), library: library).connect()
    #expect(needs(try next.ask("watchlist"), "pin"))
  }

  // The way out of an age limit.

  @Test func without_a_pin_nothing_is_guarded() async throws {
    let server = try await make(#""name":"Kids","age_limit":12"#)
    let client = try await server.connect()
    _ = try client.ask("profiles.select", #"{"name":"Kids","default":true}"#)
    // As the README has it: the obvious command is the way back.
    let child = try await server.connect()
    #expect(try profile(child) == "Kids")
    #expect(
      row(try child.ask("profiles.select", #"{"name":"default","default":true}"#), "default")?["default"]
        == true)
    _ = try child.ask("profiles.select", #"{"name":"Kids","default":true}"#)
    let other = try await server.connect()
    #expect(row(try other.ask("profiles.remove", #"{"name":"Kids"}"#), "default")?["selected"] == true)
    #expect(try profile(try await server.connect()) == "default")
  }

  @Test func leaving_an_age_limit_needs_the_pin_of_the_household() async throws {
    let server = try await make(
      #""name":"Kids","age_limit":6"#, #""name":"Teens","age_limit":12"#, #""name":"Sam","age_limit":6"#,
      #""name":"Anna""#, #""name":"Papa","pin":"5678""#)
    let client = try await server.connect()
    _ = try client.ask("profiles.update", #"{"name":"default","new_pin":"1234"}"#)
    _ = try client.ask("profiles.select", #"{"name":"Kids","default":true}"#)
    let child = try await server.connect()
    for name in ["Anna", "Teens", "default", "Papa"] {
      for more in ["", #","default":true"#, #","pin":"0000""#] {
        let reply = try child.ask("profiles.select", #"{"name":"\#(name)"\#(more)}"#)
        #expect(needs(reply, "pin"), "\(name)")
      }
      // That of the household, which counts for the profile alone that has none of its own.
      _ = try client.ask("profiles.unlock", #"{"name":"default","pin":"1234"}"#)
      _ = try client.ask("profiles.lock")
      #expect(try profile(child) == "Kids")
    }
    // To one that shows no more anybody gets.
    #expect(try child.ask("profiles.select", #"{"name":"Sam"}"#).kind == nil)
    #expect(try child.ask("profiles.select", #"{"name":"Sam","default":true}"#).kind == nil)
    #expect(needs(try child.ask("profiles.select", #"{"name":"Papa","pin":"1234"}"#), "pin"))
    #expect(try child.ask("profiles.select", #"{"name":"Teens","pin":"1234"}"#).kind == nil)
    #expect(try child.ask("profiles.select", #"{"name":"Kids"}"#).kind == nil)
    #expect(try child.ask("profiles.select", #"{"name":"Papa","pin":"5678"}"#).kind == nil)
    #expect(try profile(child) == "Papa")
  }

  @Test func limited_profile_changes_neither_profiles_nor_what_is_shared() async throws {
    let server = try await make(
      #""name":"Kids","age_limit":12"#, #""name":"Anna""#, #""name":"Papa","pin":"5678""#)
    let client = try await server.connect()
    _ = try client.ask("profiles.update", #"{"name":"default","new_pin":"1234"}"#)
    let child = try await server.connect()
    _ = try child.ask("profiles.select", #"{"name":"Kids"}"#)
    for (method, params, what) in [
      ("profiles.create", #"{"name":"x","pin":"1234"}"#, "age"),
      ("profiles.remove", #"{"name":"Anna"}"#, "pin"), ("profiles.remove", #"{"name":"Kids"}"#, "pin"),
      ("profiles.update", #"{"name":"Kids","age_limit":21}"#, "pin"),
      ("profiles.update", #"{"name":"Kids","age_region":"US","pin":"0000"}"#, "pin"),
      ("profiles.update", #"{"name":"Kids","reset":["age_limit"]}"#, "pin"),
      // Its own PIN is not enough, since it is not about what Papa shows.
      ("profiles.update", #"{"name":"Papa","reset":["pin"],"pin":"5678"}"#, "pin"),
      ("settings.update", #"{"set":{"unknown_age":"show"}}"#, "age"),
      ("settings.update", #"{"reset":["tmdb.key"]}"#, "age"),
      ("settings.update", #"{"set":{"page_size":7,"itunes.enabled":true}}"#, "age"),
    ] {
      let reply = try child.ask(method, params)
      #expect(needs(reply, what), "\(method) \(params) \(reply.text())")
    }
    #expect(row(try child.ask("profiles"), "Kids")?["age_limit"] == 12)
    // Its own are its own, and the household's PIN is enough for all.
    #expect(try child.ask("settings.update", #"{"set":{"page_size":5}}"#).kind == nil)
    let changed = try child.ask("profiles.update", #"{"name":"Kids","age_limit":16,"pin":"1234"}"#)
    #expect(row(changed, "Kids")?["age_limit"] == 16)
    #expect(try child.ask("profiles.remove", #"{"name":"Papa","pin":"1234"}"#).kind == nil)
    _ = try client.ask("profiles.unlock", #"{"name":"default","pin":"1234"}"#)
    #expect(try child.ask("profiles.create", #"{"name":"x"}"#).kind == nil)
    #expect(try child.ask("profiles.select", #"{"name":"x"}"#).kind == nil)
  }

  // Changes.

  @Test func changed_profile_keeps_what_it_owns_and_who_is_in_it() async throws {
    let library = Library(folder: nil)
    let server = await InProcess.make(library: library)
    let (client, other) = (try await server.connect(), try await server.connect())
    _ = try client.ask("profiles.create", #"{"name":"Kids","age_limit":12}"#)
    _ = try other.ask("hello", #"{"profile":"Kids"}"#)
    _ = try other.ask("settings.update", #"{"set":{"page_size":7}}"#)
    _ = try other.ask("search", #"{"q":"interstellar"}"#)
    _ = try other.ask("subscribe", #"{"topics":["searches"]}"#)
    let reply = try client.ask(
      "profiles.update", #"{"name":"kids","new_name":"Teens","reset":["age_limit"],"new_pin":"1234"}"#)
    #expect(
      row(reply, "Teens")?.text()
        == #"{"name":"Teens","age_limit":null,"age_region":null,"has_pin":true,"locked":true,"unlock_expires_at":null,"selected":false,"default":false}"#
    )
    // It had no PIN when it was entered, and follows something.
    #expect(throws: (any Error).self) { while true { _ = try other.reply() } }
    let third = try await server.connect()
    #expect(try third.ask("hello", #"{"profile":"Teens","pin":"1234"}"#).kind == nil)
    #expect(try third.ask("settings")["result"]?["settings"]?["page_size"]?["value"] == 7)
    #expect(try third.ask("searches")["result"]?["results"]?.arrayValue?.count == 1)
    _ = try third.ask("settings.update", #"{"set":{"page_size":8}}"#)
    _ = try third.ask("favorites.add", #"{"key":"movie/157336"}"#)
    // A name in other letters is no other name.
    #expect(
      try client.ask("profiles.update", #"{"name":"Teens","new_name":"TEENS","pin":"1234"}"#).kind == nil)
    let next = try await InProcess.make(library: library).connect()
    _ = try next.ask("hello", #"{"profile":"TEENS","pin":"1234"}"#)
    #expect(try next.ask("settings")["result"]?["settings"]?["page_size"]?["value"] == 8)
    #expect(try next.ask("favorites")["result"]?["total_results"] == 1)
  }

  // The region of the limit.

  @Test func limited_profile_cannot_loosen_its_limit_by_its_region() async throws {
    let server = try await make()
    let client = try await server.connect()
    _ = try client.ask("settings.update", #"{"set":{"region":"DE"}}"#)
    _ = try client.ask("profiles.create", #"{"name":"Kids","age_limit":12}"#)
    let child = try await server.connect()
    _ = try child.ask("hello", #"{"profile":"Kids"}"#)
    _ = try child.ask("settings.update", #"{"set":{"region":"FR"}}"#)
    func rule() async -> AgeRestriction? { await server.see { $0.profiles.named("Kids")?.ageRestriction } }
    #expect(await rule() == AgeRestriction(limit: 12, region: "DE", showsUnknown: false))
    // Of those who set it, when they did.
    _ = try client.ask("settings.update", #"{"set":{"region":"GB"}}"#)
    #expect(await rule()?.region == "DE")
    _ = try client.ask("profiles.update", #"{"name":"Kids","new_name":"Kid"}"#)
    #expect(row(try client.ask("profiles"), "Kid")?["age_region"] == "DE")
    _ = try client.ask("profiles.update", #"{"name":"Kid","age_limit":16}"#)
    #expect(row(try client.ask("profiles"), "Kid")?["age_region"] == "GB")
    _ = try client.ask("profiles.update", #"{"name":"Kid","age_region":"US"}"#)
    #expect(
      row(try client.ask("profiles"), "Kid")?.text().contains(#""age_limit":16,"age_region":"US""#) == true)
    let kid = try client.ask("profiles.create", #"{"name":"x","age_limit":3,"age_region":"NL"}"#)
    #expect(row(kid, "x")?["age_region"] == "NL" && row(kid, "default")?["age_region"] == .null)
  }

  /// Of a library that is older.
  @Test func limit_without_a_region_goes_by_that_of_the_configuration() async throws {
    let library = Library(folder: nil)
    _ = try await library.createProfile(StoredProfile("Kids", ageLimit: 12), maximum: 9)
    var configuration = Configuration()
    configuration[.region] = .text("DE")
    let server = await InProcess.make(configuration, titles: NoTitles(), library: library)
    let child = try await server.connect()
    _ = try child.ask("hello", #"{"profile":"Kids"}"#)
    _ = try child.ask("settings.update", #"{"set":{"region":"FR"}}"#)
    #expect(row(try child.ask("profiles"), "Kids")?["age_region"] == "DE")
  }
}
