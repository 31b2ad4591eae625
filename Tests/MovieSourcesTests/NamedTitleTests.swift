import EventLoop
import MovieProtocol
import MovieStore
import Testing

@testable import MovieSources

struct NamedTitleTests {
  private func title(_ number: Int, _ votes: Int, _ year: Int? = nil) -> NamedTitle {
    var title = Title(.tmdb(.movie, number), "Dune", source: .catalogue)
    title.year = year
    return NamedTitle(title, votes: votes)
  }

  @Test(
    arguments: [
      ([14_739, 3_337, 9], 0), ([3_337, 14_739], 1), ([19_587, 10_708], nil), ([0], 0), ([0, 0], nil),
      ([1, 0], 0),
      ([900, 300], 0), ([899, 300], nil), ([], nil),
    ] as [([Int], Int?)])
  func title_with_three_times_the_votes_is_meant(_ votes: [Int], _ meant: Int?) {
    let titles = votes.enumerated().map { title($0.offset, $0.element) }
    #expect(titles.mostLikely(year: nil).meant?.key == meant.map { .tmdb(.movie, $0) })
  }

  @Test func titles_of_the_year_itself_come_before_its_neighbours() {
    let titles = [title(1, 9_000, 2020), title(2, 10, 2021), title(3, 9_000, 2022)]
    #expect(titles.mostLikely(year: 2021).map(\.title.key) == [.tmdb(.movie, 2)])
    #expect(titles.mostLikely(year: 2019).count == 3)
  }

  @Test func votes_of_imdb_do_not_count() {
    var title = title(1, 0).title
    (title.voteCount, title.imdbFacts) = (1_000_000, [.votes])
    #expect(NamedTitle(title).votes == 0)
  }
}
