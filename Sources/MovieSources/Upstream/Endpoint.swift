/// One request to an upstream, without credentials: they are added when it is sent, and are no part of a key,
/// a log or a row.
///
/// Made by functions that say which request they stand for, one each, beside the upstream's answers.
package struct Endpoint<Answer: Sendable>: Sendable {
  package let upstream: Upstream.Name
  /// Begins with `/`; fixed text and numbers. Nothing a user sent: an upstream may take `%2F..` for a step
  /// up.
  package let path: String
  /// Sorted by name, without parameters that are empty.
  package let query: [QueryItem]
  package let kind: AnswerKind
  /// Reads a body. Lenient with single rows, but what is no such answer at all (HTML, another shape) is
  /// refused: it is never kept.
  package let decode: @Sendable ([UInt8]) throws(UndecodableAnswer) -> Answer

  package init(
    _ upstream: Upstream.Name, _ path: String, _ query: [QueryItem] = [], kind: AnswerKind,
    decode: @escaping @Sendable ([UInt8]) throws(UndecodableAnswer) -> Answer
  ) {
    self.upstream = upstream
    self.path = path
    self.query = query.sorted { ($0.name, $0.value) < ($1.name, $1.value) }
    self.kind = kind
    self.decode = decode
  }

  /// `/search/movie?language=de&page=1&query=dune`
  package var target: String {
    query.isEmpty
      ? path
      : path + "?"
        + query.map { PercentEncoding.encode($0.name) + "=" + PercentEncoding.encode($0.value) }
        .joined(separator: "&")
  }
}

package struct QueryItem: Sendable, Hashable {
  package let name: String
  package let value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// How fast an answer ages: see ``Freshness``.
package enum AnswerKind: String, Sendable, CaseIterable {
  /// Trending: changes through the day.
  case trending
  /// Other lists, discover.
  case list
  case search
  case detail
  /// From which age a title may be seen, by country.
  case certificates
  /// Genres, countries, languages, providers, configuration.
  case table
}

/// A body that is not the answer of its endpoint, in words for people: "a page of HTML", "has no results".
package struct UndecodableAnswer: Error, Sendable, Equatable {
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}
