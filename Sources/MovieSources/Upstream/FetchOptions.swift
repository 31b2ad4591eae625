package import EventLoop
package import MovieProtocol

/// Limits titles to those that a country has certified for this age or a lower one.
package struct AgeLimit: Sendable, Equatable {
  package let years: Int
  /// `DE`
  package let country: String

  package init(years: Int, country: String) { (self.years, self.country) = (years, country) }
}

/// Options of a fetch: the user's settings, and the request's common parameters.
package struct FetchOptions: Sendable, Equatable {
  package enum Priority: Sendable { case interactive, prefetch }

  /// `de` or `de-DE`
  package var language = "en-US"
  /// The country whose dates and certificates count, `DE`.
  package var region = "US"
  /// The countries of `where_to_watch`.
  package var countries: [String] = []
  package var includesAdult = false
  /// Similar and recommended titles, which are most of the work of a detail from the catalogue.
  package var includesRelated = true
  /// For a profile with an age limit, or for all profiles together.
  package var isForChildren = false
  /// The limit by which upstream may filter; nil: there is no limit, or titles without certificate are shown
  /// also.
  package var ageLimit: AgeLimit?
  /// Titles with unknown certificates are hidden, and looked up in the background.
  package var goesByKnownCertificates = false
  /// Today at the user's place, `2026-11-21`.
  package var day: String

  /// The connection that sent the request; 0: the daemon itself. Clients take turns at upstream.
  package var client: UInt64 = 0
  package var priority = Priority.interactive
  /// Older responses are fetched again.
  package var maxAge: Duration?
  /// The profile whose lists are the user's own titles, beside the downloads; nil: nobody's.
  package var owner: String?
  /// No request is sent to upstream.
  package var isCacheOnly = false
  /// The words of a search name a title and describe none.
  package var takesNamesOnly = false
  /// The response is not cached: there are so many that they would evict everything else.
  package var isFleeting = false
  /// Until then upstream is not asked: who types may replace the request. Nil: no wait.
  package var notBefore: LoopInstant?
  /// When the request ends; nil: when it is answered.
  package var deadline: LoopInstant?
  /// Neither upstream nor a catalogue that is not open yet is waited for beyond this, and what upstream answers
  /// is cached for the next request; nil: they are waited for until the deadline.
  var patientUntil: LoopInstant?

  /// The titles on which recommendations are based, most important first.
  package var likes: [TitleKey] = []
  /// Keys of titles that need not be recommended.
  package var known: Set<TitleKey> = []

  package init(day: String) { self.day = day }
}

extension FetchOptions {
  /// How long a person waits for upstream when there is another answer.
  private static let patience = Duration.milliseconds(1500)

  @LoopActor package var impatient: FetchOptions {
    var options = self
    if priority == .interactive { options.patientUntil = EventLoop.now + Self.patience }
    return options
  }

  package var patient: FetchOptions {
    var options = self
    options.patientUntil = nil
    return options
  }

  var cacheOnly: FetchOptions {
    var options = self
    options.isCacheOnly = true
    return options
  }

  /// Before the deadline: leaves time for a cached or local answer.
  @LoopActor var answerBy: LoopInstant? {
    guard let deadline, deadline != .distantFuture else { return nil }
    let now = EventLoop.now
    guard deadline > now else { return now }
    return deadline - min(.seconds(1), (deadline - now) / 5)
  }
}
