import MovieProtocol
import TestSupport
import Testing

@testable import MovieStore

@Suite struct LibraryHistoryTests {
  private func term(_ term: String, at: Timestamp, count: Int = 1, found: Int = 3) -> SearchTerm {
    SearchTerm(term: term, at: at, count: count, totalResults: found)
  }

  @Test func repeated_term_moves_up_and_is_counted() async throws {
    let library = Library(folder: nil)
    _ = try await library.record(
      [term("dune", at: 1), term("alien", at: 2)], profile: "default", maximum: 10)
    let newest = try await library.record(
      [term("Dune", at: 3, count: 2, found: 8)], profile: "default", maximum: 10)
    #expect(newest == [term("Dune", at: 3, count: 3, found: 8), term("alien", at: 2)])
    #expect(try await library.history(of: "default", rows: 0..<1).terms == [newest[0]])
  }

  @Test func oldest_give_way() async throws {
    let library = Library(folder: nil)
    let newest = try await library.record(
      (1...30).map { term("t\($0)", at: Timestamp(milliseconds: Int64($0))) }, profile: "default", maximum: 25
    )
    #expect(newest.map(\.at.milliseconds) == Array((11...30).reversed()))
    #expect(
      try await library.history(of: "default", rows: 0..<100).terms.map(\.at.milliseconds)
        == Array((6...30).reversed()))
  }

  @Test func what_is_forgotten_is_gone() async throws {
    let library = Library(folder: nil)
    _ = try await library.record(
      [term("dune", at: 1), term("alien", at: 2)], profile: "default", maximum: 10)
    let one = try await library.forget("DUNE", profile: "default")
    #expect(one.isChanged && one.newest == [term("alien", at: 2)])
    #expect(try await library.forget("dune", profile: "default").isChanged == false)
    #expect(try await library.forget(nil, profile: "default").isChanged)
    #expect(try await library.forget(nil, profile: "default").isChanged == false)
  }

  @Test func profile_that_is_gone_has_no_history() async throws {
    let library = Library(folder: nil)
    #expect(try await library.record([term("dune", at: 1)], profile: "nobody", maximum: 10) == [])
  }
}
