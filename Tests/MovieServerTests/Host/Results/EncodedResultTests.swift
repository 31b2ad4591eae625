import EventLoop
import MovieProtocol
import Testing

@testable import MovieServer

@LoopActor
@Suite struct EncodedResultTests {
  @Test(
    arguments: [
      (#"{"age_ms":0}"#, [(10, 1000)], 6120, #"{"age_ms":5120}"#),
      (#"[0,0,"x"]"#, [(1, 0), (3, 5)], 12, #"[12,7,"x"]"#),
      ("0", [(0, 2000)], 1000, "0"), ("0", [(0, Int64.min)], 1, "\(Int64.max)"), ("abc", [], 1, "abc"),
    ] as [(String, [(Int, Int64)], Int64, String)])
  func ages_are_those_of_the_moment(
    _ text: String, _ ages: [(Int, Int64)], _ now: Int64, _ expected: String
  ) {
    let ages = ages.map { EncodedResult.Age(place: $0.0, fetchedAt: Timestamp(milliseconds: $0.1)) }
    #expect(
      String(decoding: Array(text.utf8).aged(ages, at: Timestamp(milliseconds: now)), as: UTF8.self)
        == expected)
  }

  @Test(
    arguments: [
      (.miss, false, .hit), (.coalesced, false, .hit), (.hit, false, .hit), (.none, false, Meta.Cache.none),
      (.stale, false, nil), (.none, true, nil), (.miss, true, nil),
    ] as [(Meta.Cache, Bool, Meta.Cache?)])
  func what_was_just_asked_is_a_hit_for_the_next_and_what_is_stale_is_not_kept(
    _ cache: Meta.Cache, _ isOffline: Bool, _ cached: Meta.Cache?
  ) {
    let meta = Meta(source: .tmdb, cache: cache, reason: isOffline ? .network : nil, attribution: [])
    let made = FreshResult(meta) { form in
      EncodedResult(bytes: Array(form(meta).cache.rawValue.utf8), meta: EncodedMeta(bytes: []))
    }
    #expect(made.reply.bytes == Array(cache.rawValue.utf8))
    #expect(made.cached?.bytes == (cached?.rawValue).map { Array($0.utf8) })
  }
}
