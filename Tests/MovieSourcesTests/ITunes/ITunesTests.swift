import JSONRPC
import MovieProtocol
import TestSupport
import Testing

@testable import MovieSources

@Suite struct ITunesTests {
  private func film(_ change: (inout [String: JSONValue]) -> Void = { _ in }) throws -> ITunesFilm? {
    var members: [String: JSONValue] = [
      "wrapperType": "track", "kind": "feature-movie", "trackId": 77, "artistName": "Nora Quill & Otto Brand",
      "trackName": "The Quarry", "previewUrl": "https://example.org/p.m4v",
      "artworkUrl100": "https://example.org/a/100x100bb.jpg", "releaseDate": "2019-05-01T07:00:00Z",
      "trackTimeMillis": 5_400_000, "primaryGenreName": "Drama", "contentAdvisoryRating": "PG",
      "longDescription": "A film.",
    ]
    change(&members)
    return ITunesFilm(.object(members.map { JSONMember($0.key, $0.value) }))
  }

  @Test func a_film_as_the_wire_has_it() throws {
    let title = try #require(try film()).wire
    #expect(title.key == "itunes/77" && title.id == nil && title.source == .itunes)
    #expect(title.title == "The Quarry" && title.releaseDate == "2019-05-01" && title.year == 2019)
    #expect(title.posterPath == "https://example.org/a/600x600bb.jpg")
    #expect(title.overview == "A film." && title.overviewSource == .itunes)
    #expect(title.genres.map(\.name) == ["Drama"] && title.genreIDs == [18])
    #expect(title.voteAverage == nil && title.voteCount == nil)
    #expect(try film()?.directors == ["Nora Quill", "Otto Brand"])
    #expect(try film()?.runtime == 90)
  }

  @Test(
    arguments: [
      ("Action & Adventure", [28, 12]), ("Sci-Fi & Fantasy", [878, 14]), ("Kids & Family", [10751]),
      ("Made for TV", []),
    ] as [(String, [Int])])
  func a_shelf_of_the_store_has_the_genres_it_names(_ shelf: String, _ ids: [Int]) throws {
    #expect(try film { $0["primaryGenreName"] = .string(shelf) }?.wire.genreIDs == ids)
  }

  @Test(
    arguments: [
      ("6521638", 109), ("29999", nil), ("9223372036854775807", nil), ("1e400", nil), ("-5", nil),
    ] as [(String, Int?)])
  func a_length_is_in_minutes_where_it_may_be_one(_ milliseconds: String, _ minutes: Int?) throws {
    #expect(try film { $0["trackTimeMillis"] = .number(milliseconds) }?.runtime == minutes)
  }

  @Test(
    arguments: [
      ("Halloween (2018)", "Halloween"), ("Alien (Director's Cut)", "Alien"),
      ("Alien (The Director’s Cut) (1979)", "Alien"), ("(500) Days of Summer", "(500) Days of Summer"),
      ("Birdman (or The Unexpected Virtue)", "Birdman (or The Unexpected Virtue)"), ("(2012)", "(2012)"),
    ])
  func what_the_store_adds_to_a_name_is_no_part_of_it(_ name: String, _ title: String) throws {
    #expect(try film { $0["trackName"] = .string(name) }?.title == title)
  }

  @Test(arguments: ["kind", "trackId", "trackName"])
  func what_lacks_a_kind_number_or_name_is_left_out(_ name: String) throws {
    for value: JSONValue in [.null, ["x": 1], "", -1] {
      #expect(try film { $0[name] = value } == nil, "\(value)")
    }
    #expect(try film { $0["kind"] = "song" } == nil)
  }

  @Test func whatever_else_is_missing_costs_that_alone() throws {
    for name in [
      "artistName", "previewUrl", "artworkUrl100", "releaseDate", "trackTimeMillis", "primaryGenreName",
    ] {
      for value: JSONValue in [.null, ["x": []], 5, "\u{0}"] {
        #expect(try film { $0[name] = value }?.title == "The Quarry", "\(name) \(value)")
      }
    }
    // Nothing that a front end should not open.
    #expect(try film { $0["previewUrl"] = "javascript:alert(1)" }?.preview == nil)
    #expect(try film { $0["previewUrl"] = "http://example.org/p.m4v" }?.preview == nil)
    #expect(try film { $0["artworkUrl100"] = "file:///etc/passwd" }?.artworkURL == nil)
  }

  @Test(
    arguments: [
      ("https://itunes.apple.com/us/movie/the-quarry/id77?uo=4", true),
      ("https://tv.apple.com/movie/77", true), ("https://example.org/77", false),
      ("http://itunes.apple.com/77", false), ("javascript:alert(1)", false),
    ])
  func store_page_is_apples(_ url: String, _ isThere: Bool) throws {
    #expect(try film { $0["trackViewUrl"] = .string(url) }?.storeURL == (isThere ? url : nil))
  }

  /// Another address is that of a program on this machine that stands in for iTunes.
  @Test(
    arguments: [
      ("https://video-ssl.itunes.apple.com/p.m4v", "https://itunes.apple.com", true),
      ("https://a1.mzstatic.com/p.m4v", "https://itunes.apple.com", true),
      ("https://itunes.apple.com/p.m4v", "https://itunes.apple.com", true),
      ("https://example.org/p.m4v", "https://itunes.apple.com", false),
      ("https://notapple.com/p.m4v", "https://itunes.apple.com", false),
      ("https://apple.com.example.org/p.m4v", "https://itunes.apple.com", false),
      ("https://apple.com@example.org/p.m4v", "https://itunes.apple.com", false),
      ("https://127.0.0.1/p.m4v", "https://itunes.apple.com", false),
      ("http://video-ssl.itunes.apple.com/p.m4v", "https://itunes.apple.com", false),
      ("http://127.0.0.1:6600/p.m4v", "https://itunes.apple.com", false),
      ("http://localhost/p.m4v", "https://itunes.apple.com", false),
      ("http://127.0.0.1:6600/p.m4v", "http://127.0.0.1:9999", true),
      ("https://mirror.example/p.m4v", "https://mirror.example", true),
    ])
  func a_preview_is_at_apples(_ url: String, _ address: String, _ isThere: Bool) throws {
    let film = try #require(try film { $0["previewUrl"] = .string(url) }).suited(to: address)
    #expect(film.preview?.url == (isThere ? url : nil) && film.title == "The Quarry")
  }

  @Test(
    arguments: [
      ("The Quarry", 2019, true), ("the quarry!", 2020, true), ("The Quarry", 2021, false),
      ("The Quarry", nil, true), ("Quarry", 2019, false),
    ] as [(String, Int?, Bool)])
  func it_is_a_known_film_where_title_and_year_agree(_ name: String, _ year: Int?, _ isSame: Bool) throws {
    var title = Title.named("movie/1")
    title.title = name
    title.originalTitle = name
    title.year = year
    let film = try #require(try film())
    #expect(KnownFilms([.named("movie/2"), title]).contains(film) == isSame)
    title.mediaType = .tv
    #expect(!KnownFilms([title]).contains(film))
    #expect(!KnownFilms().contains(film))
  }

  @Test func a_film_is_known_by_its_original_title_too() throws {
    var title = Title.named("movie/1")
    title.originalTitle = "THE QUARRY"
    title.year = 2018
    #expect(KnownFilms([title]).contains(try #require(try film())))
  }

  @Test(arguments: ["", "<html>", "[]", #"{"resultCount":1}"#, #"{"results":{}}"#])
  func a_body_of_another_shape_is_refused(_ body: String) {
    let endpoint = Endpoint.itunesSearch("x", country: "US")
    #expect(throws: UndecodableAnswer.self) { try endpoint.decode(Array(body.utf8)) }
  }

  @Test func blank_lines_before_a_body_are_no_matter() throws {
    let body = "\n\n\n{\n \"resultCount\":0,\n \"results\": []\n}\n"
    #expect(try Endpoint.itunesSearch("x", country: "US").decode(Array(body.utf8)) == [])
  }

  @Test func a_body_in_which_anything_is_anything_costs_no_more_than_its_rows() throws {
    let row: JSONValue = [
      "kind": "feature-movie", "trackId": 77, "trackName": "The Quarry (2019)", "artistName": "Nora Quill",
      "previewUrl": "https://example.org/p.m4v", "artworkUrl100": "https://example.org/100x100bb.jpg",
      "releaseDate": "2019-05-01T07:00:00Z", "trackTimeMillis": 5_400_000, "primaryGenreName": "Drama",
      "contentAdvisoryRating": "PG", "longDescription": "A film.", "shortDescription": "One.",
    ]
    let endpoint = Endpoint.itunesSearch("x", country: "US")
    var (read, refused) = (0, 0)
    HostileTMDBTests.variants(["resultCount": 1, "results": [row]]) { body in
      do throws(UndecodableAnswer) {
        for film in try endpoint.decode(Array(body.text().utf8)) {
          #expect(!film.title.isEmpty && film.wire.key.text.hasPrefix("itunes/"))
          #expect(film.preview.map { $0.url.hasPrefix("https://") } ?? true)
        }
        read += 1
      } catch {
        refused += 1
      }
    }
    // Only `results` itself matters to all rows.
    #expect(read > 100 && (1...20).contains(refused))
  }

  @Test func the_request_has_the_words_as_one_parameter() {
    #expect(
      Endpoint.itunesSearch("rock & roll+#/?", country: "DE").target
        == "/search?country=DE&entity=movie&limit=25&media=movie&term=rock%20%26%20roll%2B%23%2F%3F")
    #expect(Endpoint.itunesFilm(77, country: "US").target == "/lookup?country=US&id=77")
  }
}
