import JSONRPC
import MovieProtocol
import Testing

@testable import MovieServer

@Suite struct HomeSizeTests {
  private func rows(_ rows: Int, of size: Int, overview: String) -> [[Title]] {
    (0..<rows).map { row in
      (0..<size).map { place in
        Title(
          key: "movie/\(row * 100 + place + 1)", id: row * 100 + place + 1, mediaType: .movie,
          title: "A title of some length", originalTitle: "Another one", originalLanguage: "ja",
          releaseDate: "2024-02-29", year: 2024, overview: overview, overviewSource: .tmdb,
          genres: ["Science Fiction", "Adventure"], genreIDs: [878, 12],
          posterPath: "/d5NXSklXo0qyIYkgV94XAgMIckC.jpg", backdropPath: "/jYEW5xZkZk2WTrdbMGAPFuBqbDc.jpg",
          voteAverage: 7.782, voteCount: 13304, popularity: 6.354, isAdult: false, source: .tmdb)
      }
    }
  }

  private func bytes(_ rows: [[Title]]) -> Int {
    var writer = JSONWriter()
    writer.array { writer in rows.joined().forEach { $0.write(into: &writer) } }
    return writer.bytes.count
  }

  @Test func rows_that_fit_stay_as_they_are() {
    let usual = rows(8, of: 6, overview: String(repeating: "a story ", count: 35))
    #expect(HomeSize.fit(usual) == usual)
    let many = rows(8, of: 20, overview: String(repeating: "a story ", count: 35))
    #expect(HomeSize.fit(many) == many)
  }

  @Test(arguments: ["物語", "a \"story\" ", "\u{1}"])
  func overviews_without_end_are_cut(_ text: String) throws {
    let long = rows(8, of: 6, overview: String(repeating: text, count: 500))
    let fitting = HomeSize.fit(long)
    #expect(bytes(fitting) <= 56 << 10)
    #expect(fitting.map { $0.map(\.key) } == long.map { $0.map(\.key) })
    #expect(try fitting.joined().allSatisfy { try #require($0.overview).hasSuffix("…") })
  }
}
