/// A day on which a title is released somewhere.
package struct Release: Sendable, Hashable {
  /// In the usual order of a film's releases.
  package enum Kind: String, JSONScalar, CaseIterable {
    case cinema, digital, physical, episode
    /// Of a title of somebody whom the profile follows.
    case followed
  }

  package var day: Day
  package var kind: Kind
  /// `DE`; nil: the country is unknown.
  package var country: String?
  /// `S02E09 Name`; nil: a film, or the episode is unknown.
  package var episode: String?

  package init(_ day: Day, _ kind: Kind, in country: String? = nil, episode: String? = nil) {
    (self.day, self.kind, self.country, self.episode) = (day, kind, country, episode)
  }
}

/// All known days on which a title is released.
package struct TitleReleases: Sendable, Equatable {
  /// Of all countries.
  package var releases: [Release]
  /// No more is expected: a series that has ended, a title that TMDB has deleted.
  package var isOver: Bool
  /// A film that was only shown: there are dates of it, all of premieres and festivals.
  package var isOnlyShown: Bool

  package init(_ releases: [Release], isOver: Bool = false, isOnlyShown: Bool = false) {
    (self.releases, self.isOver, self.isOnlyShown) = (releases, isOver, isOnlyShown)
  }
}

/// A release with its title.
///
///     {"key":"movie/438631","title":"Dune","date":"2026-11-21","kind":"cinema","country":"DE","episode":null,
///      "people":[]}
package struct TitleRelease: Sendable, Equatable {
  package var key: TitleKey
  package var title: String
  package var release: Release
  /// Those that the profile follows, if it is their title.
  package var people: [Person]

  package init(key: TitleKey, title: String, _ release: Release, people: [Person] = []) {
    (self.key, self.title, self.release, self.people) = (key, title, release, people)
  }
}

extension TitleRelease: JSONObject {
  package static let shape = Shape<Self>("Release") {
    Member("key", \.key, "Key of the title.")
    Member("title", \.title, "Name of the title, as on the watchlist.")
    Member("date", \.release.day, "The day, such as 2026-11-21.")
    Member(
      "kind", \.release.kind,
      "cinema; digital: streaming, shops, television; physical: on disc; episode of a series; followed: the first "
        + "release of a title of somebody whom the profile follows.")
    Member(
      "country", \.release.country,
      "The region, or the country where the film came out first; for an episode the series' country.")
    Member("episode", \.release.episode, "S02E09 Name, of an episode; null for films and if unknown.")
    Member("people", \.people, in: Person.named, "Whose title it is, of the kind followed; else [].")
  }

  /// `{"results":[...]}`
  package static let list = Shape<[TitleRelease]>("ReleasesState") {
    Member("results", \.self, "By date, then by title.")
  }
}
