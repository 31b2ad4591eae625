import MovieProtocol
import TestSupport
import Testing

@Suite struct MetaJoinedTests {
  @Test func an_answer_of_two_is_as_old_and_as_stale_as_the_worse_of_them() {
    let one = Meta(source: .tmdb, cache: .hit, fetchedAt: 50, freshUntil: 900, attribution: ["TMDB"])
    let other = Meta(
      source: .itunes, cache: .stale, fetchedAt: 40, freshUntil: 1000, reason: .network, hidden: 2,
      attribution: ["TMDB", "JustWatch"])
    let expected = Meta(
      source: .tmdb, cache: .stale, fetchedAt: 40, freshUntil: 900, reason: .network, hidden: 2,
      attribution: ["TMDB", "JustWatch"])
    #expect(one.joined(other) == expected)
  }

  @Test func what_is_known_locally_adds_no_age() {
    let local = Meta(source: .catalogue, cache: .none, asOf: "2026-07-29", attribution: [])
    let asked = Meta(source: .tmdb, cache: .miss, fetchedAt: 50, freshUntil: 900, attribution: [])
    #expect(local.joined(asked).fetchedAt == 50 && asked.joined(local).fetchedAt == 50)
    #expect(local.joined(local).fetchedAt == nil && local.joined(local).cache == .none)
    #expect(asked.joined(local).cache == .miss && asked.joined(local).asOf == "2026-07-29")
  }

  @Test(arguments: Meta.Cache.allCases)
  func the_order_does_not_matter(_ cache: Meta.Cache) {
    for other in Meta.Cache.allCases {
      let (one, two) = (
        Meta(source: .tmdb, cache: cache, attribution: []), Meta(source: .tmdb, cache: other, attribution: [])
      )
      #expect(one.joined(two).cache == two.joined(one).cache)
    }
  }
}
