import MovieProtocol
import TestSupport
import Testing

@testable import MovieSources

@Suite struct RecommendationsTests {
  private func title(_ number: Int, _ mediaType: Title.MediaType = .movie) -> Title {
    Title(.tmdb(mediaType, number), "T\(number)", source: .tmdb)
  }

  @Test func what_several_name_comes_first_then_what_is_named_early() {
    var recommendations = Recommendations(known: [], mediaType: nil)
    recommendations.add([1, 2, 3].map { title($0) })
    recommendations.add([4, 3].map { title($0) })
    #expect(recommendations.titles.map(\.id) == [3, 1, 4, 2])
  }

  @Test func what_is_known_or_of_the_other_kind_is_left_out() {
    var recommendations = Recommendations(known: ["movie/1"], mediaType: .movie)
    recommendations.add([title(1), title(2, .tv), title(3)])
    #expect(recommendations.titles.map(\.key) == ["movie/3"])
  }
}
