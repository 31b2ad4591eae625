import FakeTMDB
import JSONRPC
import MovieProtocol
import TestSupport
import Testing

@testable import MovieServer

/// What is around a title, over real HTTP: each method is one request to TMDB.
@Suite(.timeLimit(.minutes(20))) struct RelatedMethodTests {
  private let fake: FakeTMDB

  init() throws { fake = try FakeTMDB() }

  private func client() async throws -> LineClient {
    let configuration = try ConfigurationFile.parse(
      (fake.configuration + ["catalogue.embedded = false"]).joined(separator: "\n"), path: "config.toml")
    return try await InProcess.make(configuration, environment: ["TMDB_API_KEY": FakeTMDB.key]).connect()
  }

  private func child() async throws -> LineClient {
    let client = try await client()
    _ = try client.ask("profiles.create", #"{"name":"Kids","age_limit":12,"age_region":"DE"}"#)
    _ = try client.ask("hello", #"{"profile":"Kids"}"#)
    return client
  }

  private func keys(_ list: JSONValue?) -> [String] {
    list?.arrayValue?.compactMap { $0["key"]?.stringValue } ?? []
  }

  /// The numbers of films that somebody of twelve may see.
  private func isForKids(_ key: String) -> Bool {
    key.split(separator: "/").last.flatMap { Int($0) }.map { (0...2).contains($0 % 6) } ?? false
  }

  @Test func related_titles_are_one_request() async throws {
    let client = try await client()
    // Whether it is for adults.
    for key in ["movie/900001", "tv/950001"] { _ = try client.ask("detail", #"{"key":"\#(key)"}"#) }
    let similar = try client.ask("related", #"{"key":"movie/900001"}"#)["result"]
    // TMDB's list has the title itself.
    let others = keys(similar?["results"]).filter { $0 != "movie/900001" }
    #expect(others.count == 19 && others == keys(similar?["results"]) && similar?["total_results"] == 120)
    #expect(fake.count("/3/") == 3 && fake.count("/3/movie/900001/similar?") == 1)
    let later = try client.ask("related", #"{"key":"tv/950001","kind":"recommended","page":2}"#)["result"]
    #expect(later?["page"] == 2 && fake.count("/3/tv/950001/recommendations?") == 1)
    #expect(fake.count("/3/") == 4)
  }

  @Test func title_that_words_found_is_told() async throws {
    let client = try await client()
    for method in ["related", "reviews", "images"] {
      let found = try client.ask(method, #"{"title":"the amber orchard"}"#)["result"]
      #expect(found?["match"]?["key"] == "movie/900002", "\(method)")
      let other = try client.ask(method, #"{"key":"movie/900002"}"#)["result"]
      #expect(other?["match"] == .null, "\(method)")
    }
  }

  @Test func related_titles_of_a_child_are_for_children_and_the_page_is_full() async throws {
    let client = try await child()
    let found = try client.ask("related", #"{"key":"movie/900006","page_size":15}"#)["result"]
    #expect(keys(found?["results"]).count == 15 && keys(found?["results"]).allSatisfy(isForKids))
  }

  @Test func later_page_that_is_not_cached_is_empty() async throws {
    let client = try await child()
    _ = try client.ask("related", #"{"key":"movie/900006"}"#)
    let params = #"{"key":"movie/900006","page":3,"cache_only":true}"#
    #expect(try client.ask("related", params)["result"]?["results"]?.arrayValue == [])
  }

  @Test func nothing_is_told_about_a_hidden_title() async throws {
    let client = try await child()
    for method in ["related", "reviews", "images"] {
      #expect(try client.ask(method, #"{"key":"movie/900003"}"#).kind == "forbidden", "\(method)")
    }
    #expect(fake.count("/3/movie/900003/") == 0)
  }

  @Test func reviews_are_one_request_and_one_more_where_there_is_none_in_the_language() async throws {
    let client = try await client()
    _ = try client.ask("detail", #"{"key":"movie/900001"}"#)
    let reviews = try client.ask("reviews", #"{"key":"movie/900001"}"#)["result"]
    #expect(reviews?["results"]?[0]?["rating"] == .number("8.0") || reviews?["results"]?[0]?["rating"] == 8)
    #expect(reviews?["results"]?[0]?["created_at"] == "2024-05-01T10:00:00Z" && fake.count("/3/") == 2)
    let german = try client.ask("reviews", #"{"key":"movie/900002","language":"de"}"#)["result"]
    #expect(german?["total_results"] == 1 && fake.count("/3/movie/900002/reviews?") == 2)
  }

  @Test func gallery_is_the_request_of_the_detail() async throws {
    let client = try await client()
    _ = try client.ask("detail", #"{"key":"movie/900001"}"#)
    let all = try client.ask("images", #"{"key":"movie/900001","language":"de"}"#)["result"]
    #expect(all?["results"]?.arrayValue?.map { $0["language"] } == ["de", "en"])
    let logos = try client.ask("images", #"{"key":"movie/900001","kind":"logo"}"#)["result"]
    #expect(logos?["total_results"] == 2 && logos?["results"]?[0]?["path"] == "/en.png")
    #expect(
      try client.ask("images", #"{"key":"movie/900001","kind":"poster"}"#)["result"]?["total_results"] == 0)
    // One in each language.
    #expect(fake.count("/3/movie/900001") == 2)
  }

  @Test func collection_is_one_request_in_the_order_of_release() async throws {
    let client = try await client()
    let collection = try client.ask("collection", #"{"id":4711}"#)["result"]
    let dates = collection?["parts"]?.arrayValue?.compactMap { $0["release_date"]?.stringValue } ?? []
    #expect(dates.count == 30 && dates == dates.sorted() && fake.count("/3/") == 1)
    #expect(try client.ask("collection", #"{"name":"the coll"}"#)["result"]?["id"] == 4711)
    #expect(fake.count("/3/") == 2)
    #expect(try client.ask("collection", #"{"id":5}"#).kind == "not_found")
  }

  @Test func collection_is_found_by_one_of_its_films() async throws {
    let client = try await client()
    for params in [
      #"{"key":"movie/900004"}"#, #"{"name":"movie/900004"}"#, #"{"key":"imdb/tt9900004"}"#,
      #"{"name":"https://www.themoviedb.org/movie/900004-x"}"#, #"{"name":"collection/4711"}"#,
      #"{"name":"https://www.themoviedb.org/collection/4711-the-collection"}"#,
    ] {
      #expect(try client.ask("collection", params)["result"]?["id"] == 4711, "\(params)")
    }
    #expect(fake.count("/3/search/") == 0)
    let film = try client.ask("detail", #"{"key":"movie/900004"}"#)["result"]?["title"]?.stringValue ?? ""
    let found = try client.ask("collection", #"{"name":"\#(film)"}"#)["result"]
    #expect(found?["id"] == 4711 && found?["meta"]?["corrected"] == .null)
    let alone = try client.ask("collection", #"{"key":"movie/900001"}"#)
    #expect(alone.kind == "not_found" && alone.text().contains("belongs to no collection"))
    #expect(try client.ask("collection", #"{"name":"xyzzy"}"#).kind == "not_found")
  }

  @Test func collection_of_exactly_that_name_goes_first() async throws {
    let client = try await client()
    #expect(try client.ask("collection", #"{"name":"the collection"}"#)["result"]?["id"] == 4711)
    // TMDB's first.
    #expect(try client.ask("collection", #"{"name":"collection"}"#).kind == "not_found")
    #expect(fake.count("/3/collection/4712") == 1)
  }

  @Test func misspelt_collection_and_those_of_films_are_found_without_a_key() async throws {
    let client = try await InProcess.make().connect()
    let misspelt = try client.ask("collection", #"{"name":"the drak knight"}"#)["result"]
    #expect(misspelt?["name"] == "The Dark Knight Collection")
    #expect(misspelt?["meta"]?["corrected"] == "the dark knight")
    for params in [#"{"key":"movie/155"}"#, #"{"name":"batman begins"}"#] {
      let found = try client.ask("collection", params)["result"]
      #expect(found?["name"] == "The Dark Knight Collection", "\(params)")
      #expect(found?["meta"]?["corrected"] == .null)
    }
  }

  @Test func collection_of_a_hidden_film_is_not_told() async throws {
    let client = try await child()
    for params in [#"{"key":"movie/900004"}"#, #"{"key":"imdb/tt9900004"}"#] {
      #expect(try client.ask("collection", params).kind == "forbidden", "\(params)")
    }
  }

  @Test func address_of_a_collection_is_no_title() async throws {
    let address = "https://www.themoviedb.org/collection/4711-the-collection"
    let reply = try await client().ask("find", #"{"id":"\#(address)"}"#)
    #expect(reply.kind == "invalid_params")
    let remedy = reply["error"]?["data"]?["remedy"]
    #expect(remedy?["method"] == "collection" && remedy?["params"]?["id"] == 4711)
  }

  /// What the catalogue knows and TMDB does not.
  @Test func title_that_tmdb_does_not_have_is_named() async throws {
    let configuration = try ConfigurationFile.parse(
      fake.configuration.joined(separator: "\n"), path: "config.toml")
    let client = try await InProcess.make(configuration, environment: ["TMDB_API_KEY": FakeTMDB.key])
      .connect()
    let reply = try client.ask("reviews", #"{"title":"inception"}"#)
    #expect(reply.kind == "not_found" && reply.text().contains("TMDB does not have Inception (2010)"))
    #expect(try client.ask("reviews", #"{"key":"movie/27205"}"#).text().contains("no title movie"))
  }

  @Test func without_a_key_the_hint_says_what_there_is() async throws {
    let client = try await InProcess.make().connect()
    let reviews = try client.ask("reviews", #"{"key":"movie/155"}"#)
    #expect(reviews.kind == "upstream_unauthorized" && !reviews.text().contains("lists"))
    let find = try client.ask("find", #"{"id":"Q42"}"#)
    #expect(find.kind == "upstream_unauthorized" && find.text().contains("Letterboxd"))
    let person = try client.ask("person", #"{"key":"person/525"}"#)
    #expect(person.kind == "not_found" && person.text().contains("by name only"))
    let list = try client.ask("browse", #"{"list":"airing_today","media_type":"tv"}"#)
    #expect(list.text().contains("lists of the built-in catalogue"))
  }

  @Test func collection_of_a_child_has_no_hidden_parts_and_no_text() async throws {
    let client = try await child()
    let collection = try client.ask("collection", #"{"id":4711}"#)["result"]
    let parts = keys(collection?["parts"])
    #expect(!parts.isEmpty && parts.allSatisfy(isForKids) && collection?["overview"] == .null)
  }

  @Test func title_is_found_by_its_number_elsewhere() async throws {
    let client = try await client()
    let found = try client.ask("find", #"{"id":"tt9900001"}"#)["result"]
    #expect(keys(found?["results"]) == ["movie/900001"] && fake.count("/3/") == 1)
    let series = try client.ask("find", #"{"id":"https://www.imdb.com/title/tt9950001/?ref_=x"}"#)["result"]
    #expect(keys(series?["results"]) == ["tv/950001"] && fake.count("/3/") == 2)
    _ = try client.ask("find", #"{"id":"81189"}"#)
    #expect(fake.count("/3/find/81189?external_source=tvdb_id") == 1)
    _ = try client.ask("find", #"{"id":"https://www.wikidata.org/wiki/Q42"}"#)
    #expect(fake.count("/3/find/Q42?external_source=wikidata_id") == 1)
    #expect(
      keys(try client.ask("find", #"{"id":"https://www.themoviedb.org/person/100-x"}"#)["result"]?["people"])
        == ["person/100"])
    #expect(
      keys(
        try client.ask("find", #"{"id":"https://letterboxd.com/film/the-amber-orchard/"}"#)["result"]?[
          "results"])
        == ["movie/900002"])
  }

  @Test func hidden_title_is_not_found_by_its_number() async throws {
    let client = try await child()
    let found = try client.ask("find", #"{"id":"tt9900003"}"#)["result"]
    #expect(found?["results"]?.arrayValue == [] && found?["meta"]?["hidden"] == 1)
  }

  @Test func search_takes_a_pasted_address() async throws {
    let client = try await client()
    let address = "https://www.themoviedb.org/movie/900002-the-amber-orchard"
    let found = try client.ask("search", #"{"q":"\#(address)"}"#)["result"]
    #expect(keys(found?["results"]) == ["movie/900002"] && fake.count("/3/") == 1)
    let imdb = try client.ask("search", #"{"q":"https://www.imdb.com/title/tt9900001/"}"#)["result"]
    #expect(keys(imdb?["results"]) == ["movie/900001"] && fake.count("/3/search") == 0)
    let series = try client.ask("search", #"{"q":"\#(address)","media_type":"tv"}"#)["result"]
    #expect(series?["results"]?.arrayValue == [] && series?["total_results"] == 0)
    let old = try client.ask("search", #"{"q":"\#(address)","year":1900}"#)["result"]
    #expect(old?["results"]?.arrayValue == [])
  }

  @Test func address_of_letterboxd_is_a_name_and_no_description() async throws {
    let client = try await client()
    for (method, param) in [("find", "id"), ("search", "q")] {
      let params = #"{"\#(param)":"https://letterboxd.com/film/french-comedy-1999/"}"#
      let found = try client.ask(method, params)["result"]
      #expect(found?["results"]?.arrayValue == [] && fake.count("/3/discover") == 0, "\(method)")
    }
    #expect(fake.requests.contains { $0.target.contains("year=1999") })
  }

  @Test func discover_sends_its_filters() async throws {
    let client = try await client()
    _ = try client.ask(
      "discover",
      #"{"from":"2020-01-01","to":"2021-12-31","min_runtime":80,"max_runtime":100,"certification":"PG","min_rating":7,"original_language":"de-AT","people":"525|138","keywords":"1,2","companies":"3"}"#
    )
    let target = try #require(fake.requests.last?.target)
    for part in [
      "primary_release_date.gte=2020-01-01", "primary_release_date.lte=2021-12-31", "with_runtime.gte=80",
      "with_runtime.lte=100", "certification=PG", "certification_country=US", "vote_average.gte=7",
      "with_original_language=de", "with_people=525%7C138", "with_keywords=1%2C2", "with_companies=3",
    ] { #expect(target.contains(part), "\(part): \(target)") }
    _ = try client.ask("discover", #"{"certification":"PG","provider":"8","country":"FR"}"#)
    let abroad = fake.requests.last?.target
    #expect(abroad?.contains("certification_country=US") == true)
    #expect(abroad?.contains("watch_region=FR") == true)
    _ = try client.ask("discover", #"{"media_type":"tv","networks":"49","from":"2020-01-01"}"#)
    #expect(fake.requests.last?.target.contains("with_networks=49") == true)
    #expect(fake.requests.last?.target.contains("first_air_date.gte=2020-01-01") == true)
    _ = try client.ask("watchlist.add", #"{"key":"movie/900001","watched":true}"#)
    let unseen = try client.ask("discover", #"{"unseen":true}"#)["result"]
    #expect(keys(unseen?["results"]).count == 20 && !keys(unseen?["results"]).contains("movie/900001"))
  }

  @Test func certificate_above_the_age_limit_is_not_asked_for() async throws {
    let client = try await child()
    let found = try client.ask("discover", #"{"certification":"18","region":"DE"}"#)["result"]
    #expect(found?["results"]?.arrayValue == [] && fake.count("/3/discover") == 0)
  }
}
