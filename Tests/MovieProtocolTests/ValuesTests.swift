import JSONRPC
import MovieProtocol
import TestSupport
import Testing

/// The values the wire is made of, byte for byte as the contract shows them.
@Suite struct ValuesTests {
  private func text(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (1_795_253_400, "2026-11-21T09:30:00Z"),
      (951_782_399, "2000-02-28T23:59:59Z"),
      (951_782_400, "2000-02-29T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"),
      (4_102_444_800, "2100-01-01T00:00:00Z"),
      (253_402_300_799, "9999-12-31T23:59:59Z"), (.max, "292278994-08-17T07:12:55Z"),
      (.min, "-292275055-05-16T16:47:05Z"),
    ] as [(Int64, String)])
  func timestamps(_ seconds: Int64, _ expected: String) {
    #expect(Timestamp(seconds: seconds).text == expected)
  }

  @Test func meta() {
    let meta = Meta(source: .tmdb, cache: .hit, fetchedAt: 1_000_000, attribution: ["TMDB"])
    var writer = JSONWriter()
    meta.write(into: &writer)
    // The age is filled in when the reply is sent.
    #expect(writer.placeholders == [#"{"source":"tmdb","cache":"hit","age_ms":"#.utf8.count])
    #expect(
      String(decoding: writer.bytes, as: UTF8.self)
        == #"{"source":"tmdb","cache":"hit","age_ms":0,"offline":false,"reason":null,"as_of":null,"corrected":null,"hidden":0,"attribution":["TMDB"]}"#
    )
  }

  @Test(arguments: [Title.MediaType.movie, .tv]) func title(_ type: Title.MediaType) {
    var title = Title(.tmdb(type, 1), "A \"b\"\n", source: .catalogue)
    (title.originalTitle, title.originalLanguage) = ("Ä", "en")
    (title.voteAverage, title.voteCount, title.popularity) = (7.782, 0, .nan)
    #expect(
      text { title.write(into: &$0) }
        == #"{"key":"\#(type.rawValue)/1","id":1,"media_type":"\#(type.rawValue)","title":"A \"b\"\n","#
        + #""original_title":"Ä","original_name":\#(type == .tv ? "\"Ä\"" : "null"),"original_language":"en","#
        + #""release_date":null,"year":null,"overview":null,"overview_source":null,"genres":[],"#
        + #""poster_path":null,"backdrop_path":null,"vote_average":7.782,"vote_count":0,"popularity":null,"adult":false,"#
        + #""gone":false,"source":"catalogue","user_state":{"watchlist":false,"watched":false,"favorite":false,"download":"none"},"matched":[]}"#
    )
  }

  @Test func genres_are_read_as_they_are_written_now_and_as_version_0_1_stored_them() throws {
    let now = #"{"key":"movie/1","title":"A","genres":[{"id":18,"name":"Drama"},{"id":0,"name":"x"}]}"#
    let before = #"{"key":"movie/1","title":"A","genres":["Drama"],"genre_ids":[18]}"#
    for facts in [now, before] {
      #expect(try #require(Title(facts: facts)).genres == [Title.Genre(18, "Drama")])
    }
  }

  @Test func title_that_cannot_be_seen_is_read_from_the_library_only() throws {
    let json: JSONValue = ["key": "movie/1", "title": "\u{200B}", "original_title": "\u{202E}"]
    #expect(Title(json: json) == nil)
    // It is there already, and the list with it.
    #expect(Title(facts: json.text())?.key == .tmdb(.movie, 1))
    let original: JSONValue = ["key": "movie/1", "title": "Dune", "original_title": "\u{202E}"]
    #expect(try #require(Title(json: original)).originalTitle == nil)
  }

  @Test func unknown_original_title_is_null_and_stays_unknown_in_the_library() throws {
    var title = Title(.tmdb(.movie, 194), "Amélie", source: .catalogue)
    title.originalLanguage = "fr"
    #expect(try JSONValue(parsing: text { title.write(into: &$0) })["original_title"] == .null)
    // By which other machines know it.
    #expect(try JSONValue(parsing: title.facts)["original_title"] == "Amélie")
    #expect(Title(facts: title.facts) == title)
    let film = Title(.itunes(7), "A film", source: .itunes)
    #expect(Title(facts: film.facts) == film)
    (title.title, title.originalLanguage, title.originalTitle) = ("Heat", "en", "Heat")
    #expect(Title(facts: title.facts) == title)
  }
}
