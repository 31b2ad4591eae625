import JSONRPC
import MovieProtocol
import Testing

@testable import MovieServer

@Suite struct HomeSizeTests {
  private func rows(_ rows: Int, of size: Int, overview: String) -> [[Title]] {
    (0..<rows).map { row in
      (0..<size).map { place in
        var title = Title(
          .tmdb(.movie, row * 100 + place + 1), "A title of some length", source: .tmdb)
        (title.originalTitle, title.originalLanguage) = ("Another one", "ja")
        (title.releaseDate, title.year) = ("2024-02-29", 2024)
        (title.overview, title.overviewSource) = (overview, .tmdb)
        title.genres = [Title.Genre(878, "Science Fiction"), Title.Genre(12, "Adventure")]
        title.posterPath = "/d5NXSklXo0qyIYkgV94XAgMIckC.jpg"
        title.backdropPath = "/jYEW5xZkZk2WTrdbMGAPFuBqbDc.jpg"
        (title.voteAverage, title.voteCount, title.popularity) = (7.782, 13304, 6.354)
        return title
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
