import JSONRPC
import Testing

@testable import MovieClient

/// `detail`, `trailer` and `home` for a person.
struct TitlePagesTests {
  private func detail(_ more: String) throws -> JSONValue {
    try JSONValue(parsing: Canned.title("movie/438631", "Dune", "2021", more: "," + more))
  }

  @Test func detail_is_a_card() throws {
    let detail = try detail(
      #"""
      "tagline":"It begins.","status":"Released","runtime":155,"homepage":null,"imdb_id":"tt1160419",
      "directors":["Denis Villeneuve"],"certification":{"country":"US","value":"PG-13","age":13},
      "collection":{"id":726871,"name":"Dune Collection"},"cast":[{"name":"Timothée Chalamet",
      "character":"Paul Atreides",
      "profile_path":null},{"name":"Rebecca Ferguson","character":null,"profile_path":null}],
      "crew":[{"name":"Denis Villeneuve","job":"Director"},{"name":"Hans Zimmer",
      "job":"Original Music Composer"}],
      "videos":[],"similar":[\#(Canned.parasite)],"recommendations":[\#(Canned.thrones)],"seasons":[],
      "where_to_watch":{"DE":{"link":"https://example.org/watch","offers":[{"kind":"flatrate",
      "provider_id":337,
      "provider":"Disney Plus","logo_path":null}]},"AT":{"link":null,"offers":[]}},"partial":true,
      "meta":\#(Canned.meta)
      """#)
    #expect(
      DetailPage.text(detail, on: Screen(width: 72)) == """
        Dune (2021)
        film · 7.8 of 10 (13304 votes) · 2 h 35 min · PG-13 · Science Fiction,
        Adventure
        movie/438631

        It begins.

        A film by someone.

        Director     Denis Villeneuve
        Cast         Timothée Chalamet (Paul Atreides)
                     Rebecca Ferguson
        Crew         Hans Zimmer (Original Music Composer)
        Collection   Dune Collection
        Watch in DE  Disney Plus (flatrate) · https://example.org/watch
        Watch in AT  nowhere
        IMDb         https://www.imdb.com/title/tt1160419/

        Similar
          기생충           2019  8.5  movie/496243

        Recommended
          Game of Thrones  2011       tv/1399

        Only what is known without TMDB.
        Data: TMDB, as of 2026-07-29

        """)
  }

  @Test func people_have_their_keys_where_there_is_room() throws {
    let detail = try detail(
      #"""
      "directors":["Denis Villeneuve"],"crew":[{"key":"person/137427","name":"Denis Villeneuve","job":"Director"}],
      "cast":[{"key":"person/1190668","name":"Timothée Chalamet","character":"Paul Atreides"},
      {"key":null,"name":"Rebecca Ferguson","character":null}],"meta":\#(Canned.meta)
      """#)
    let wide = DetailPage.text(detail, on: Screen(width: 80))
    #expect(
      wide.contains(
        """
        Director     Denis Villeneuve (person/137427)
        Cast         Timothée Chalamet (Paul Atreides)  person/1190668
                     Rebecca Ferguson

        """))
    let wider = DetailPage.text(detail, on: Screen(width: 120))
    #expect(wider.contains("(Paul Atreides)  person/1190668  Rebecca Ferguson\n"))
    let narrow = DetailPage.text(detail, on: Screen(width: 50))
    #expect(narrow.contains("Timothée Chalamet") && !narrow.contains("1190668"))
  }

  @Test func series_has_seasons_and_another_name() throws {
    let series = try JSONValue(
      parsing: #"""
        {"key":"tv/93405","media_type":"tv","title":"Squid Game","original_title":"오징어 게임","year":2021,
        "release_date":"2021-09-17","status":"Ended","genres":[],"seasons":[{"season_number":1,
        "name":"Season 1",
        "episode_count":9,"air_date":null,"poster_path":null},{"season_number":2,"name":"Season 2",
        "episode_count":null}]}
        """#)
    #expect(
      DetailPage.text(series, on: Screen(width: 80)) == """
        Squid Game (2021)
        오징어 게임
        series · tv/93405

        Released     2021-09-17, Ended
        Seasons      Season 1 (9 episodes), Season 2

        """)
  }

  @Test func series_says_what_comes_next_and_who_made_it() throws {
    let series = try JSONValue(
      parsing: #"""
        {"key":"tv/1","media_type":"tv","title":"Severance","seasons":[],"next_episode":{"season_number":2,
        "episode_number":9,"name":"The After\u001b[31m Hours","air_date":"2025-03-13"},
        "last_episode":{"season_number":2,"episode_number":8,"name":null,"air_date":null},
        "number_of_seasons":2,"number_of_episodes":19,"networks":[{"id":2552,"name":"Apple TV+"}],
        "budget":165000000,"revenue":null,"production_companies":[{"name":"Red Hour"},{"name":"Fifth Season"}],
        "production_countries":[{"code":"US","name":"United States of America"}],
        "spoken_languages":[{"code":"en","name":"English"}]}
        """#)
    #expect(
      DetailPage.text(series, on: Screen(width: 80)) == """
        Severance
        series · tv/1

        Next         S02E09 The After[31m Hours, 2025-03-13
        Latest       S02E08
        Seasons      2 seasons, 19 episodes
        Network      Apple TV+
        Studios      Red Hour, Fifth Season
        Countries    United States of America
        Languages    English
        Budget       $165,000,000

        """)
  }

  @Test func detail_tells_what_is_kept() throws {
    let detail = try JSONValue(
      parsing: #"""
        {"key":"movie/438631","title":"Dune","user_state":\#(Canned.marks(watched: true, favorite: true)),
        "similar":[\#(Canned.entry("movie/2", "Arrival", "2016"))]}
        """#)
    #expect(
      DetailPage.text(detail, on: Screen(width: 80)) == """
        Dune
        movie/438631

        Library      on the watchlist, watched, favourite

        Similar
          •  Arrival  2016  7.8  movie/2

        • on the watchlist

        """)
  }

  @Test func detail_of_another_version_does_no_harm() {
    #expect(DetailPage.text([:], on: Screen(width: 80)) == "\n")
  }

  @Test func overview_without_blanks_is_broken_by_columns() throws {
    let overview = String(repeating: "映画", count: 40)
    let page = DetailPage.text(["title": "x", "overview": .string(overview)], on: Screen(width: 40))
    for line in page.split(separator: "\n") { #expect(TerminalText.width(String(line)) <= 39, "\(line)") }
    #expect(page.filter { $0 != "\n" } == "x" + overview)
  }

  @Test func trailer_shows_the_best_and_the_others() throws {
    let result = try JSONValue(
      parsing: #"""
        {"key":"movie/438631","title":"Dune","best":\#(Canned.video),
        "videos":[\#(Canned.video),{"name":"Dune: trailer",
        "type":"search","site":"youtube","video_id":null,"official":false,"language":null,
        "url":"https://www.youtube.com/results?search_query=dune","published_at":null}],
        "meta":\#(Canned.meta)}
        """#)
    #expect(
      TrailerPage.text(result, on: Screen(width: 80)) == """
        Dune · movie/438631

        Official Trailer  trailer · youtube · official · en · 2021-07-22
        https://www.youtube.com/watch?v=n9xhJrPXop4

        Others
          Search for Dune: trailer  a page for a browser · youtube
          https://www.youtube.com/results?search_query=dune

        Data: TMDB, as of 2026-07-29

        """)
    #expect(TrailerPage.text(["videos": []], on: Screen(width: 80)) == "")
  }

  @Test func home_is_the_hero_and_its_rows() throws {
    let home = try JSONValue(
      parsing: #"""
        {"hero":\#(Canned.dune),"rows":[{"list":"trending","media_type":"movie","heading":"Trending films",
        "results":[\#(Canned.parasite)],"meta":\#(Canned.meta),"error":null},{"list":"airing_today",
        "media_type":"tv",
        "heading":"Airing today","results":[],"meta":null,"error":{"kind":"upstream_unauthorized",
        "message":"airing_today needs a TMDB key","hint":"movierpc settings set tmdb.key"}},{"list":"popular",
        "media_type":"tv","heading":"Popular series","results":[\#(Canned.thrones)],"meta":\#(Canned.meta),
        "error":null}],
        "meta":\#(Canned.meta)}
        """#)
    #expect(
      HomePage.text(home, on: Screen(width: 80)) == """
        Dune (2021)
        film · 7.8 of 10 (13304 votes) · Science Fiction, Adventure · movie/438631

        A film by someone.

        Trending films  browse trending --type movie
          기생충           2019  8.5  movie/496243

        Airing today  browse airing_today --type tv
          airing_today needs a TMDB key
          movierpc settings set tmdb.key

        Popular series  browse popular --type tv
          Game of Thrones  2011       tv/1399

        Data: TMDB, as of 2026-07-29

        """)
  }

  @Test func home_without_anything_is_no_page() {
    #expect(HomePage.text(["hero": nil, "rows": [], "meta": nil], on: Screen(width: 80)) == "")
    // Why is said beside it, with the remedy.
    let meta: JSONValue = ["hidden": 9, "reason": "no_key", "attribution": ["TMDB"]]
    #expect(HomePage.text(["hero": nil, "rows": [], "meta": meta], on: Screen(width: 80)) == "")
  }

  @Test func lookups_are_tables() throws {
    let screen = Screen(width: 80)
    let genres = try Canned.list([
      #"{"id":28,"name":"Action","media_type":"movie"}"#,
      #"{"id":10759,"name":"Action & Adventure","media_type":"tv"}"#,
    ])
    #expect(
      LookupPage.genres(genres, on: screen).hasPrefix(
        "   ID  NAME                TYPE\n   28  Action              film\n10759  Action & Adventure  series\n\n"
      ))
    let countries = try Canned.list([
      #"{"code":"DE","name":"Germany","native_name":"Deutschland","where_to_watch":true}"#,
      #"{"code":"JP","name":"Japan","native_name":"日本","where_to_watch":false}"#,
    ])
    #expect(
      LookupPage.countries(countries, on: screen).hasPrefix(
        "CODE  NAME     OWN NAME     WHERE TO WATCH\nDE    Germany  Deutschland  known\nJP    Japan    日本\n"))
    let languages = try Canned.list([#"{"code":"de","name":"German","native_name":"Deutsch"}"#])
    #expect(
      LookupPage.languages(languages, on: screen).hasPrefix("CODE  NAME    OWN NAME\nde    German  Deutsch\n")
    )
    let providers = try Canned.list([#"{"id":8,"name":"Netflix","logo_path":"/x.jpg"}"#])
    #expect(LookupPage.providers(providers, on: screen).hasPrefix("ID  NAME\n 8  Netflix\n"))
  }
}
