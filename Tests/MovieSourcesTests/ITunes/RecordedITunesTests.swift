import JSONRPC
import MovieProtocol
import TestSupport
import Testing

@testable import MovieSources

/// What iTunes really sent.
@Suite(.enabled(if: Recordings.areThere, Recordings.reason)) struct RecordedITunesTests {
  @Test func film_says_what_it_says() throws {
    let name = "itunes_search_movie_deadpool"
    let raw = try #require(try Recordings.json(name)["results"]?[0])
    let films = try Endpoint.itunesSearch("deadpool", country: "US").decode(Recordings.body(name))
    let film = try #require(films.first)
    #expect(films.count == 1 && film.id == raw["trackId"]?.intValue)
    #expect(film.title == "Deadpool" && film.directors == ["Tim Miller"] && film.runtime == 109)
    #expect(film.advisory == "R" && film.overview == raw["longDescription"]?.stringValue)
    let title = film.wire
    #expect(title.key == "itunes/1078111961" && title.releaseDate == "2016-02-12" && title.year == 2016)
    #expect(title.genres.map(\.name) == ["Action", "Adventure"])
    #expect(title.posterPath?.hasSuffix("/source/600x600bb.jpg") == true)
    #expect(film.preview?.url == raw["previewUrl"]?.stringValue && film.preview?.isDirect == true)
  }

  @Test func all_recordings_are_read() {
    #expect(Recordings.names.filter { $0.hasPrefix("itunes_") } == ["itunes_search_movie_deadpool"])
  }
}
