/// A past search.
package struct SearchTerm: Sendable, Equatable {
  package var term: String
  /// The most recent time.
  package var at: Timestamp
  package var count: Int
  /// Titles found the most recent time.
  package var totalResults: Int

  package init(term: String, at: Timestamp, count: Int = 1, totalResults: Int) {
    (self.term, self.at, self.count, self.totalResults) = (term, at, count, totalResults)
  }
}

extension SearchTerm: JSONObject {
  package static let shape = Shape<Self>("SearchTerm") {
    Member("term", \.term, "The term as last typed.")
    Member("searched_at", \.at, "Time of the last search.")
    Member("count", \.count, "How often it was searched for.")
    Member("total_results", \.totalResults, "Titles found by the last search; at most 10,000.")
  }

  package static let page = Shape<Page<SearchTerm>>("SearchesPage") { Page.members("Newest first.") }

  /// The state of topic `searches`: `{"results":[...]}`
  package static let list = Shape<[SearchTerm]>("Searches") {
    Member("results", \.self, "Newest first.")
  }
}

/// The answer to the removal of something, `{"changed":true}`.
package enum Changed {
  package static let shape = Shape<Bool>("Changed") {
    Member("changed", \.self, "There was something to remove.")
  }
}
