/// Everything about one title: the fields of ``Title``, and these. Names are TMDB's
/// (https://developer.themoviedb.org/reference/movie-details); unknown values are nil or empty.
package struct TitleDetail: Sendable, Equatable {
  package struct CastMember: Sendable, Equatable {
    /// Nil if only the name is known.
    package var key: PersonKey?
    package var name: String
    package var character: String?
    package var profilePath: String?

    package init(
      _ key: PersonKey? = nil, name: String, character: String? = nil, profilePath: String? = nil
    ) {
      (self.key, self.name, self.character, self.profilePath) = (key, name, character, profilePath)
    }
  }

  package struct CrewMember: Sendable, Equatable {
    /// Nil if only the name is known.
    package var key: PersonKey?
    package var name: String
    package var job: String

    package init(_ key: PersonKey? = nil, name: String, job: String) {
      (self.key, self.name, self.job) = (key, name, job)
    }
  }

  package struct Certification: Sendable, Equatable {
    package var country: String
    package var value: String
    /// The minimum age for seeing it.
    package var age: Int?

    package init(country: String, value: String, age: Int?) {
      (self.country, self.value, self.age) = (country, value, age)
    }
  }

  package struct Collection: Sendable, Equatable {
    /// TMDB's number; nil if only the name is known.
    package var id: Int?
    package var name: String

    package init(id: Int?, name: String) {
      self.id = id
      self.name = name
    }
  }

  package struct Season: Sendable, Equatable {
    package var number: Int
    package var name: String
    package var episodeCount: Int?
    package var airDate: String?
    package var posterPath: String?

    package init(number: Int, name: String, episodeCount: Int?, airDate: String?, posterPath: String?) {
      (self.number, self.name, self.episodeCount) = (number, name, episodeCount)
      (self.airDate, self.posterPath) = (airDate, posterPath)
    }
  }

  package struct Offer: Sendable, Equatable {
    package var kind: String
    package var providerID: Int
    package var provider: String
    package var logoPath: String?

    package init(kind: String, providerID: Int, provider: String, logoPath: String?) {
      (self.kind, self.providerID) = (kind, providerID)
      (self.provider, self.logoPath) = (provider, logoPath)
    }
  }

  package struct Offers: Sendable, Equatable {
    package var country: String
    package var link: String?
    package var offers: [Offer]

    package init(country: String, link: String?, offers: [Offer]) {
      (self.country, self.link, self.offers) = (country, link, offers)
    }
  }

  package var title: Title
  package var tagline: String?
  package var status: String?
  /// Minutes.
  package var runtime: Int?
  package var homepage: String?
  package var imdbID: String?
  /// Of a film.
  package var directors: [String] = []
  /// Of a series.
  package var creators: [String] = []
  package var certification: Certification?
  package var collection: Collection?
  /// In English, as chosen by TMDB's users.
  package var keywords: [String] = []
  /// TMDB's path of the title as a picture.
  package var logoPath: String?
  package var cast: [CastMember] = []
  package var crew: [CrewMember] = []
  package var videos: [Video] = []
  package var similar: [Title] = []
  package var recommendations: [Title] = []
  package var seasons: [Season] = []
  /// Of a series: the next to air, and the one that aired last.
  package var nextEpisode: Episode?
  package var lastEpisode: Episode?
  /// Without specials.
  package var numberOfSeasons: Int?
  package var numberOfEpisodes: Int?
  /// Of a series: where it was first shown.
  package var networks: [Company] = []
  /// US dollars.
  package var budget: Int?
  package var revenue: Int?
  package var productionCompanies: [Company] = []
  package var productionCountries: [NamedCode] = []
  package var spokenLanguages: [NamedCode] = []
  package var externalIDs = ExternalIDs()
  /// By country; nil: unknown, []: nowhere.
  package var whereToWatch: [Offers]?
  /// Only local data was available.
  package var isPartial = false

  package init(_ title: Title) { self.title = title }

  /// The maximum length of each list in it, so that the whole stays under 64 KiB.
  package enum Most {
    package static let cast = 20
    package static let crew = 12
    package static let videos = 20
    package static let related = 12
    package static let keywords = 20
    package static let companies = 12
  }
}
