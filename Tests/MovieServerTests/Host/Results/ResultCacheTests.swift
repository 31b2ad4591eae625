import EventLoop
import JSONRPC
import MovieProtocol
import TestSupport
import Testing

@testable import MovieServer

@LoopActor
@Suite struct ResultCacheTests {
  private func result(_ text: String) -> EncodedResult {
    EncodedResult(bytes: Array(text.utf8), meta: EncodedMeta(bytes: Array("{}".utf8)))
  }

  private let generation = CacheGeneration.next()

  private func find(_ results: ResultCache, _ sent: String, method: Int = 0) -> String? {
    results.find(method: method, sent: Array(sent.utf8).span, in: generation).map {
      String(decoding: $0.bytes, as: UTF8.self)
    }
  }

  private func store(_ results: ResultCache, _ text: String, _ canonical: String, method: Int = 0) {
    results.store(result(text), method: method, canonical: Array(canonical.utf8), in: generation)
  }

  private func alias(_ results: ResultCache, _ sent: String, _ canonical: String, method: Int = 0) {
    results.alias(
      Array(sent.utf8), method: method, canonical: Array(canonical.utf8), in: generation)
  }

  @Test func a_result_is_found_by_its_canonical_name_and_those_it_was_given() {
    let results = ResultCache(maxBytes: 1 << 20)
    #expect(results.find(method: 0, canonical: Array("c".utf8), in: generation) == nil)
    #expect(results.misses == 1)
    store(results, "{A}", "c")
    alias(results, "s", "c")
    #expect(results.find(method: 0, canonical: Array("c".utf8), in: generation)?.bytes == Array("{A}".utf8))
    #expect(find(results, "s") == "{A}")
    #expect(results.hits == 2)
    #expect(results.misses == 1)
  }

  @Test func methods_and_kinds_of_names_are_kept_apart() {
    let results = ResultCache(maxBytes: 1 << 20)
    store(results, "{A}", "x")
    #expect(find(results, "x") == nil)
    #expect(find(results, "x", method: 1) == nil)
    store(results, "{B}", "x", method: 1)
    alias(results, "x", "x", method: 1)
    #expect(find(results, "x", method: 1) == "{B}")
    #expect(find(results, "x") == nil)
    // A first byte must not make up for the difference of two kinds.
    #expect(find(results, "y") == nil)
  }

  @Test func a_name_of_nothing_is_not_remembered() {
    let results = ResultCache(maxBytes: 1 << 20)
    alias(results, "s", "c")
    store(results, "{A}", "c")
    #expect(find(results, "s") == nil)
    alias(results, String(repeating: "x", count: 1025), "c")
    #expect(find(results, String(repeating: "x", count: 1025)) == nil)
  }

  @Test func scopes_are_kept_apart() {
    let results = ResultCache(maxBytes: 1 << 20)
    let later = CacheGeneration.next()
    store(results, "{A}", "c")
    alias(results, "s", "c")
    #expect(results.find(method: 0, canonical: Array("c".utf8), in: later) == nil)
    #expect(results.find(method: 0, sent: Array("s".utf8).span, in: later) == nil)
    // What a request of the earlier generation finds out late stays in its own.
    results.store(result("{B}"), method: 0, canonical: Array("c".utf8), in: later)
    results.alias(Array("s".utf8), method: 0, canonical: Array("c".utf8), in: later)
    store(results, "{C}", "c")
    #expect(find(results, "s") == nil)
    #expect(results.find(method: 0, sent: Array("s".utf8).span, in: later)?.bytes == Array("{B}".utf8))
  }

  @Test func a_new_result_takes_the_place_of_the_old_and_of_its_names() {
    let results = ResultCache(maxBytes: 1 << 20)
    store(results, "{A}", "c")
    let bytes = results.bytes
    alias(results, "s", "c")
    store(results, "{B}", "c")
    #expect(results.bytes == bytes)
    #expect(results.count == 1)
    #expect(find(results, "s") == nil)
    #expect(results.find(method: 0, canonical: Array("c".utf8), in: generation)?.bytes == Array("{B}".utf8))
  }

  @Test func the_oldest_of_too_many_names_gives_way() {
    let results = ResultCache(maxBytes: 1 << 20)
    store(results, "{A}", "c")
    for number in 1...20 { alias(results, "s\(number)", "c") }
    let found = (1...20).filter { find(results, "s\($0)") != nil }
    #expect(found == Array(5...20))
    #expect(results.find(method: 0, canonical: Array("c".utf8), in: generation) != nil)
  }

  @Test func bytes_stay_within_the_bound_and_what_is_used_stays() {
    let results = ResultCache(maxBytes: 20_000)
    for number in 0..<500 {
      store(results, String(repeating: "x", count: 500), "c\(number)")
      #expect(results.bytes <= 20_000)
      // Asked for again and again.
      if number >= 1 {
        #expect(results.find(method: 0, canonical: Array("c0".utf8), in: generation) != nil, "\(number)")
      }
    }
    #expect(results.count > 10)
  }

  @Test func what_is_larger_than_the_bound_is_not_kept() {
    let results = ResultCache(maxBytes: 1000)
    store(results, String(repeating: "x", count: 1000), "c")
    #expect(results.count == 0)
    #expect(results.bytes == 0)
    let none = ResultCache(maxBytes: 0)
    store(none, "", "c")
    alias(none, "s", "c")
    #expect(none.bytes == 0)
  }

  @Test func a_smaller_bound_counts_at_once() {
    let results = ResultCache(maxBytes: 1 << 20)
    for number in 0..<50 { store(results, String(repeating: "x", count: 500), "c\(number)") }
    results.maxBytes = 5000
    #expect(results.bytes <= 5000)
    results.maxBytes = 0
    #expect(results.bytes == 0)
    #expect(results.count == 0)
  }

  @Test(arguments: [1, 2, 3, 4, 5] as [UInt64]) func any_sequence_keeps_the_account(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let results = ResultCache(maxBytes: 6000)
    /// What each name must lead to, if it leads anywhere.
    var truth: [String: String] = [:]
    for step in 0..<3000 {
      let canonical = "c\(Int.random(in: 0..<30, using: &random))"
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<30:
        let text =
          "{\(canonical) \(step) \(String(repeating: "x", count: .random(in: 0..<400, using: &random)))}"
        store(results, text, canonical)
        truth[canonical] = text
      case 30..<60: alias(results, "\(canonical)-\(Int.random(in: 0..<25, using: &random))", canonical)
      case 60..<98:
        let sent = "\(canonical)-\(Int.random(in: 0..<25, using: &random))"
        if let found = find(results, sent) { #expect(found == truth[canonical]) }
        if let found = results.find(method: 0, canonical: Array(canonical.utf8), in: generation) {
          #expect(found.bytes == Array((truth[canonical] ?? "").utf8))
        }
      default: results.maxBytes = .random(in: 0..<9000, using: &random)
      }
      #expect(results.bytes >= 0 && results.bytes <= results.maxBytes)
      #expect((results.bytes == 0) == (results.count == 0))
    }
    results.maxBytes = 0
    #expect(results.bytes == 0 && results.count == 0)
  }

  @Test func equal_metas_are_encoded_once_and_others_anew() {
    let results = ResultCache(maxBytes: 0)
    let one = Meta(source: .catalogue, cache: .none, asOf: "2026-07-29", attribution: ["TMDB"])
    let other = Meta(source: .tmdb, cache: .hit, attribution: ["TMDB"])
    let bytes = results.encode(one)
    #expect(results.encode(other) != bytes)
    #expect(results.encode(one) == bytes)
  }

  private func aged(_ age: Duration, freshFor: Duration) -> EncodedResult {
    EncodedResult(
      bytes: Array("{A}".utf8),
      meta: EncodedMeta(
        bytes: Array("{}".utf8), age: EncodedResult.Age(place: 0, fetchedAt: .now - age),
        freshUntil: .now + freshFor))
  }

  @Test func what_upstream_said_is_found_while_it_is_fresh_and_young_enough() {
    let results = ResultCache(maxBytes: 1 << 20)
    func isFound(maxAge: Duration? = nil) -> Bool {
      results.find(method: 0, canonical: [1], maxAge: maxAge, in: generation) != nil
    }
    results.store(aged(.seconds(5), freshFor: .seconds(600)), method: 0, canonical: [1], in: generation)
    #expect(isFound() && isFound(maxAge: .seconds(600)))
    #expect(!isFound(maxAge: .milliseconds(4999)) && !isFound(maxAge: .zero))
    results.store(aged(.seconds(5), freshFor: .milliseconds(-1)), method: 0, canonical: [1], in: generation)
    #expect(!isFound())
    // The clock was set back by a year.
    results.store(
      aged(.seconds(-31_536_000), freshFor: .seconds(40_000_000)), method: 0, canonical: [1], in: generation)
    #expect(!isFound())
    // Known locally: of no age, and who asks for a new answer has upstream asked again.
    results.store(result("{A}"), method: 0, canonical: [1], in: generation)
    #expect(isFound() && !isFound(maxAge: .zero))
  }
}
