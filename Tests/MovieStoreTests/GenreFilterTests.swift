import MovieProtocol
import Testing

@testable import MovieStore

@Suite struct GenreFilterTests {
  private func alternatives(
    _ text: String, _ mediaType: Title.MediaType = .movie
  ) throws(GenreFilter.ParseError) -> [[Int]] {
    try GenreFilter(parsing: text, mediaType: mediaType).alternatives
  }

  @Test func and_binds_stronger_than_or() throws {
    #expect(try alternatives("28") == [[28]])
    #expect(try alternatives("28,878") == [[28, 878]])
    #expect(try alternatives("28|878") == [[28], [878]])
    #expect(try alternatives("drama,war|western") == [[18, 10752], [37]])
    #expect(try alternatives(" drama , 10752 | Western ") == [[18, 10752], [37]])
  }

  @Test func repetitions_are_left_out() throws {
    #expect(try alternatives("878,28,878|28,878|28") == [[28, 878], [28]])
    #expect(try alternatives(Array(repeating: "28|Action", count: 5000).joined(separator: "|")) == [[28]])
  }

  @Test(arguments: [
    "science fiction", "Science Fiction", "SCIENCE-FICTION", "sciencefiction", "science  fiction!",
    "Sciénce Fictiön",
    "sci-fi", "SciFi",
  ])
  func case_accents_and_punctuation_do_not_count(name: String) throws {
    #expect(try alternatives(name) == [[878]])
  }

  @Test(arguments: [
    ("Sci-Fi & Fantasy", 10765), ("sci-fi", 10765), ("science fiction", 10765), ("fantasy", 10765),
    ("action", 10759), ("adventure", 10759), ("war", 10768), ("politics", 10768), ("kids", 10762),
    ("10759", 10759),
  ])
  func series_have_names_of_their_own(name: String, id: Int) throws {
    #expect(try alternatives(name, .tv) == [[id]])
  }

  @Test(arguments: Title.MediaType.allCases)
  func every_genre_is_found_by_number_and_by_name(mediaType: Title.MediaType) throws {
    for genre in Genres.all(mediaType) {
      #expect(try alternatives("\(genre.id)", mediaType) == [[genre.id]])
      #expect(try alternatives(genre.name, mediaType) == [[genre.id]])
      #expect(try alternatives(genre.name.uppercased(), mediaType) == [[genre.id]])
    }
  }

  @Test(arguments: [
    ("wester", "wester", "Western"), ("drama,dokumentary", "dokumentary", "Documentary"),
    ("drama|comdy", "comdy", "Comedy"), ("science fition", "science fition", "Science Fiction"),
    ("scfi", "scfi", "Science Fiction"),
    ("10765", "10765", nil), ("1", "1", nil), ("-28", "-28", nil), ("28.0", "28.0", nil), ("٢٨", "٢٨", nil),
    ("99999999999999999999", "99999999999999999999", nil), ("anime", "anime", "Animation"),
    ("romantic", "romantic", "Romance"), ("", "", nil),
    (",", "", nil), ("28,", "", nil), ("|28", "", nil), ("28||18", "", nil), ("   ", "   ", nil),
    ("drama&war", "drama&war", "Drama"), ("18') OR 1=1 --", "18') OR 1=1 --", nil), ("드라마", "드라마", nil),
    ("🤠", "🤠", nil),
    ("\u{0}", "\u{0}", nil), ("%", "%", nil),
  ])
  func unknown_genre_is_named_with_the_nearest(text: String, name: String, nearest: String?) {
    #expect(throws: GenreFilter.ParseError.unknown(name, nearest: nearest)) { try alternatives(text) }
  }

  @Test func long_text_is_refused() {
    let long = String(repeating: "x", count: 100_000)
    #expect(throws: GenreFilter.ParseError.unknown(long, nearest: nil)) { try alternatives(long) }
  }
}
