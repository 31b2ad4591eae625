package import MovieProtocol

/// Titles that a country has certified for this age, or for younger people.
package struct AgeLimit: Sendable, Equatable {
  package let years: Int
  /// `DE`
  package let country: String

  package init(years: Int, country: String) { (self.years, self.country) = (years, country) }
}

/// How a source is asked: for whom, and what the settings and the request's common parameters say.
package struct FetchOptions: Sendable, Equatable {
  package enum Priority: Sendable { case interactive, prefetch }

  /// `de` or `de-DE`
  package var language = "en-US"
  /// Whose dates and certificates count, `DE`.
  package var region = "US"
  /// Where `where_to_watch` looks.
  package var countries: [String] = []
  package var includesAdult = false
  /// For a profile with an age limit, or for all profiles together.
  package var isForChildren = false
  /// What upstream may filter by itself; nil: there is no limit, or titles without certificate are shown too.
  package var ageLimit: AgeLimit?
  /// Titles whose certificates are not known yet are hidden, and looked up in the background.
  package var goesByKnownCertificates = false
  /// Today where the user is, `2026-11-21`.
  package var day: String

  /// The connection that asks; 0: the daemon itself. Upstream is asked for them in turn.
  package var client: UInt64 = 0
  package var priority = Priority.interactive
  /// Milliseconds; what is older is asked for anew.
  package var maxAge: Int?
  /// Upstream is never asked.
  package var isCacheOnly = false
  /// What is said is not kept: there is so much of it that it would drive out all else.
  package var isFleeting = false
  /// When the request ends, in milliseconds of the loop's clock; nil: when it is answered.
  package var deadline: UInt64?

  /// What recommendations are made of, most important first.
  package var likes: [TitleKey] = []
  /// Keys of what need not be recommended.
  package var known: Set<String> = []

  package init(day: String) { self.day = day }
}
