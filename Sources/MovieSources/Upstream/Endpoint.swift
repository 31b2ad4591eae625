/// One request to an upstream, without credentials: they are added when it is sent, and never appear in a
/// cache key, a log or a database row.
///
/// Each is made by a function named after the request, next to the type of its response.
package struct Endpoint<Answer: Sendable>: Sendable {
  package let upstream: Upstream.Name
  /// Begins with `/`; fixed text and numbers. It contains no user input: an upstream may treat `%2F..` as a
  /// parent directory.
  package let path: String
  /// Sorted by name, without empty parameters.
  package let query: [QueryItem]
  package let kind: AnswerKind
  /// Decodes a body. Lenient with single rows, but rejects a body of another kind (HTML, another shape),
  /// which is then never cached.
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

/// How fast a response becomes stale: see ``Freshness``.
package enum AnswerKind: String, Sendable, CaseIterable {
  /// Trending: changes through the day.
  case trending
  /// Other lists, discover.
  case list
  case search
  case detail
  /// The minimum age for a title, by country.
  case certificates
  /// Genres, countries, languages, providers, configuration.
  case table
}

/// A body that is not a response of its endpoint, in text for people: "a page of HTML", "the response has no
/// results".
package struct UndecodableAnswer: Error, Sendable, Equatable {
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}
