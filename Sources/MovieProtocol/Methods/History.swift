package import JSONRPC

// The search history.

package enum HistoryMethod: RPCMethod {
  package static let limit = Param("limit", .integer(1...100), default: 20, "Maximum number of searches.")

  package static let method = Method(
    "history", "list the latest searches, newest first",
    description: """
      Each term appears once, with the time of its last search and how often it was searched for. A search \
      with record false is left out, as are all searches while the setting record_history is off. At most \
      1,000 terms are stored.
      """,
    parameters: [limit],
    result: HistoryTerm.list, errors: [.notFound, .forbidden, .storageError])
}

package enum HistoryRemoveMethod: RPCMethod {
  package static let term = Param(
    required: "term", .text(1...200, trimmed: true), "A term of `history`.")

  package static let method = Method(
    "history.remove", "forget a search",
    description:
      "Case is ignored. The term is erased from the library, but not from its older copies.",
    parameters: [term],
    result: .object([.init("changed", .boolean("false: the term was not there."))]),
    errors: [.notFound, .forbidden, .storageError],
    example: ["term": "dune"])
}

package enum HistoryClearMethod: RPCMethod {
  package static let method = Method(
    "history.clear", "forget all searches",
    description:
      "Applies to this profile. The searches are erased from the library, but not from its older copies.",
    result: .object([.init("changed", .boolean("There were some."))]),
    errors: [.notFound, .forbidden, .storageError])
}

/// A past search.
package struct HistoryTerm: Sendable, Equatable {
  package var term: String
  /// Milliseconds since 1970, of the most recent time.
  package var at: Int64
  package var count: Int
  /// Titles found the most recent time.
  package var totalResults: Int

  package init(term: String, at: Int64, count: Int = 1, totalResults: Int) {
    self.term = term
    self.at = at
    self.count = count
    self.totalResults = totalResults
  }

  package func write(into writer: inout JSONWriter) {
    writer.object { writer in writeMembers(into: &writer) }
  }

  func writeMembers(into writer: inout JSONWriter) {
    writer.member("term", term)
    writer.member("searched_at", Timestamp.text(at / 1000))
    writer.member("count", count)
    writer.member("total_results", totalResults)
  }

  /// `{"results":[...]}`
  package static func encode(_ terms: some Sequence<HistoryTerm>) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.name("results")
      writer.array { writer in for term in terms { term.write(into: &writer) } }
    }
    return writer.bytes
  }

  static let list = Schema.object([
    .init(
      "results",
      .list(
        .object([
          .init("term", .text("The term as last typed.")),
          .init("searched_at", .text("Time of the last search.")),
          .init("count", .integer("How often it was searched for.")),
          .init("total_results", .integer("Titles found by the last search; at most 10,000.")),
        ]), "Newest first."))
  ])
}
