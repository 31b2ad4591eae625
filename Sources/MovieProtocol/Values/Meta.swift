import JSONRPC

/// Where an answer about titles comes from and how old it is; every such result contains it as `meta`.
///
///     {"source":"tmdb","cache":"hit","age_ms":5120,"offline":false,"reason":null,"as_of":null,
///      "corrected":null,"hidden":0,"attribution":["TMDB"]}
package struct Meta: Sendable, Equatable {
  package enum Source: String, JSONScalar, CaseIterable { case tmdb, itunes, youtube, catalogue, library }
  package enum Cache: String, JSONScalar, CaseIterable { case hit, miss, coalesced, stale, none }

  /// Why upstream did not answer, or not all titles were searched. More reasons may be added.
  package enum Reason: String, JSONScalar, CaseIterable {
    /// There is no API key.
    case noKey = "no_key"
    case keyRefused = "key_refused"
    /// By upstream, or by our own limit.
    case rateLimited = "rate_limited"
    /// Upstream answered with an error.
    case upstreamError = "upstream_error"
    /// Another server answered in its place.
    case intercepted
    /// Upstream cannot be reached, or does not answer in time.
    case network

    var isFailure: Bool { self != .noKey }
  }

  package var source: Source
  package var cache: Cache
  /// When upstream answered; nil: known locally, which has an age of 0.
  package var fetchedAt: Timestamp?
  /// Until when it need not be fetched again; nil: forever.
  package var freshUntil: Timestamp?
  /// Nil: upstream answered, or was not needed.
  package var reason: Reason?
  /// The date of the catalogue if it answered.
  package var asOf: String?
  /// The words that were searched for beside those of the request; nil: these were right.
  package var corrected: String?
  /// Titles removed by an age limit.
  package var hidden: Int
  package var attribution: [String]

  package init(
    source: Source, cache: Cache, fetchedAt: Timestamp? = nil, freshUntil: Timestamp? = nil,
    reason: Reason? = nil, asOf: String? = nil, hidden: Int = 0, attribution: [String]
  ) {
    (self.source, self.cache, self.fetchedAt, self.freshUntil) = (source, cache, fetchedAt, freshUntil)
    (self.reason, self.asOf, self.hidden, self.attribution) = (reason, asOf, hidden, attribution)
  }

  /// Upstream was tried and failed.
  package var isOffline: Bool { reason?.isFailure ?? false }
}

extension Meta: JSONObject {
  static let about = "Where the answer is from, and how old it is."

  package static let shape = Shape<Self>("Meta") {
    Member("source", \.source, "Where the answer is from.")
    Member(
      "cache", \.cache,
      "hit: cached and fresh; miss: fetched from upstream; coalesced: shared another request's fetch; "
        + "stale: cached, too old; none: known locally.")
    Member("age_ms", \.fetchedAt, "Milliseconds since upstream answered; 0 for local answers.") { _ in Age() }
    Member("offline", \.isOffline, "Upstream was tried and failed.")
    Member(
      "reason", \.reason,
      """
      Why upstream did not answer. intercepted: another server answers in its place, as in networks that require \
      a login.
      """)
    Member("as_of", \.asOf, .day, "Date of the catalogue, if the answer is from it.")
    Member(
      "corrected", \.corrected,
      "What was searched for too: words of the request may be misspelt, or too many.")
    Member("hidden", \.hidden, "Number of titles that the age limit hides.")
    Member("attribution", \.attribution, "Show these with the data.", each: "A name.")
  }

  /// Not known before the reply is sent.
  private struct Age: JSONConvertible {
    func write(into writer: inout JSONWriter) { writer.placeholder() }
    static func schema(_ about: String) -> Schema { .integer(about) }
  }
}
