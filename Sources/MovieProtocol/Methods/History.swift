package import JSONRPC

// The search history.

package enum HistoryMethod: RPCMethod {
  package static let limit = Param("limit", .integer(1...100), default: 20, "At most so many.")

  package static let method = Method(
    "history", "what was searched for, newest first",
    description: """
      A search is in it once, with the time of the last one and how often it was asked; search with record false is not, nor \
      where the setting record_history is off. At most 1,000 are kept.
      """,
    parameters: [limit],
    result: HistoryTerm.list, errors: [.notFound, .forbidden, .storageError])
}

package enum HistoryRemoveMethod: RPCMethod {
  package static let term = Param(
    required: "term", .text(1...200, trimmed: true), "As `history` tells it.")

  package static let method = Method(
    "history.remove", "forget a search",
    description:
      "Case does not count. It is gone from the library when this is answered, though not from copies of before.",
    parameters: [term],
    result: .object([.init("changed", .boolean("It was there."))]),
    errors: [.notFound, .forbidden, .storageError],
    example: ["term": "dune"])
}

package enum HistoryClearMethod: RPCMethod {
  package static let method = Method(
    "history.clear", "forget all searches",
    description:
      "Those of this profile. They are gone from the library when this is answered, though not from copies of before.",
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
          .init("term", .text("As it was asked the last time.")),
          .init("searched_at", .text("When it was asked the last time.")),
          .init("count", .integer("How often.")),
          .init("total_results", .integer("Titles found the last time; at most 10,000.")),
        ]), "Newest first."))
  ])
}
