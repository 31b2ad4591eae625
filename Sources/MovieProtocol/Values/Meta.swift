package import JSONRPC

/// Where an answer about titles comes from and how old it is; every such result contains it as `meta`.
///
///     {"source":"tmdb","cache":"hit","age_ms":5120,"offline":false,"reason":null,"as_of":null,"hidden":0,
///      "attribution":["TMDB"]}
package struct Meta: Sendable, Equatable {
  package enum Source: String, Sendable, CaseIterable { case tmdb, itunes, youtube, catalogue, library }
  package enum Cache: String, Sendable, CaseIterable { case hit, miss, coalesced, stale, none }

  /// Why upstream did not answer. More reasons may be added.
  package enum Reason: String, Sendable, CaseIterable {
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
  }

  package var source: Source
  package var cache: Cache
  /// When upstream answered, in milliseconds since 1970; nil: known locally, which has an age of 0.
  package var fetchedAt: Int64?
  /// Until when it need not be fetched again, in milliseconds since 1970; nil: forever.
  package var freshUntil: Int64?
  /// Nil: upstream answered, or was not needed.
  package var reason: Reason?
  /// The date of the catalogue if it answered.
  package var asOf: String?
  /// Titles removed by an age limit.
  package var hidden: Int
  package var attribution: [String]

  package init(
    source: Source, cache: Cache, fetchedAt: Int64? = nil, freshUntil: Int64? = nil, reason: Reason? = nil,
    asOf: String? = nil, hidden: Int = 0, attribution: [String]
  ) {
    self.source = source
    self.cache = cache
    self.fetchedAt = fetchedAt
    self.freshUntil = freshUntil
    self.reason = reason
    self.asOf = asOf
    self.hidden = hidden
    self.attribution = attribution
  }

  /// Upstream was tried and failed.
  package var isOffline: Bool { reason.map { $0 != .noKey } ?? false }

  /// The age is not known before the reply is sent: 0 is written in its place.
  ///
  /// - Returns: the position of that 0 in the bytes of `writer`.
  @discardableResult
  package func write(into writer: inout JSONWriter) -> Int {
    var place = 0
    writer.object { writer in
      writer.member("source", source.rawValue)
      writer.member("cache", cache.rawValue)
      writer.member("age_ms", 0)
      place = writer.bytes.count - 1
      writer.member("offline", isOffline)
      writer.member("reason", reason?.rawValue)
      writer.member("as_of", asOf)
      writer.member("hidden", hidden)
      writer.name("attribution")
      writer.array { writer in
        for name in attribution { writer.string(name) }
      }
    }
    return place
  }

  package static let schema = Schema.object("Meta") {
    Field("source", .choice(Source.allCases.map(\.rawValue), "Where the answer is from."))
    Field(
      "cache",
      .choice(
        Cache.allCases.map(\.rawValue),
        "hit: cached and fresh; miss: fetched from upstream; coalesced: shared another request's fetch; "
          + "stale: cached, too old; none: known locally."))
    Field("age_ms", .integer("Milliseconds since upstream answered; 0 for local answers."))
    Field("offline", .boolean("Upstream was tried and failed."))
    Field(
      "reason",
      .optional(
        .text(
          "Why upstream did not answer: \(Reason.allCases.map(\.rawValue).joined(separator: ", ")); more "
            + "may be added.")))
    Field("as_of", .optional(.date("Date of the catalogue, if the answer is from it.")))
    Field("hidden", .integer("Number of titles that the age limit hides."))
    Field("attribution", .list(.text("A name."), "Show these with the data."))
  }
}
