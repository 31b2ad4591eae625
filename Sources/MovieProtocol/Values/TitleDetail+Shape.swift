import JSONRPC

extension TitleDetail: JSONObject {
  package static let shape = Shape("TitleDetail", from: blank, isSelective: true) {
    Member(of: \.title)
    Member("tagline", \.tagline, .bytes(1...1000), "The line on the poster, from TMDB.")
    Member("status", \.status, .bytes(1...100), "TMDB's word: Released, Ended, In Production ...")
    Member("runtime", \.runtime, .count, "Minutes.")
    Member("homepage", \.homepage, .bytes(1...2000), "A URL.")
    Member("imdb_id", \.imdbID, .bytes(1...20), "tt1160419.")
    Member(
      "directors", \.directors, upTo: 20, of: .bytes(0...200),
      "Directors of a film; [] if unknown and for series.",
      each: "A name.")
    Member(
      "creators", \.creators, upTo: 20, of: .bytes(0...200),
      "Creators of a series; [] if unknown and for films.",
      each: "A name.")
    Member("certification", \.certification, .any, "Its certificate in the region, or in another country.")
    Member("collection", \.collection, .any, "The films that it belongs to.")
    Member(
      "keywords", \.keywords, upTo: Most.keywords, of: .bytes(0...200), "Topics of the title; at most 20.",
      each: "In English.")
    Member(
      "logo_path", \.logoPath, .bytes(1...500), "TMDB's path of the title's logo; may be an .svg.")
    Member("cast", \.cast, upTo: Most.cast, "Billing order; at most 20.")
    Member("crew", \.crew, upTo: Most.crew, "At most 12.")
    Member("videos", \.videos, upTo: Most.videos, "As in trailer; at most 20.")
    Member("similar", \.similar, upTo: Most.related, "Similar titles; at most 12.")
    Member(
      "recommendations", \.recommendations, upTo: Most.related,
      "Titles liked by those who liked it; at most 12.")
    Member("seasons", \.seasons, upTo: 1000, "[] for films and if unknown.")
    Member("next_episode", \.nextEpisode, .any, "The next to air; null if none is announced.")
    Member("last_episode", \.lastEpisode, .any, "The one that aired last; null if unknown.")
    Member("number_of_seasons", \.numberOfSeasons, .count, "Of a series, without specials.")
    Member("number_of_episodes", \.numberOfEpisodes, .count, "Of a series, without specials.")
    Member("networks", \.networks, upTo: Most.companies, "Of a series: where it was first shown.")
    Member("budget", \.budget, .count, "US dollars; null if unknown.")
    Member("revenue", \.revenue, .count, "US dollars; null if unknown.")
    Member("production_companies", \.productionCompanies, upTo: Most.companies, "At most 12.")
    Member("production_countries", \.productionCountries, upTo: Most.companies, "At most 12.")
    Member("spoken_languages", \.spokenLanguages, upTo: Most.companies, "At most 12.")
    Member("external_ids", \.externalIDs, .any, "What other services call it.")
    Offers.member
    Member("partial", \.isPartial, .any, "The answer has local facts only.")
    Member.meta
  }

  private static let blank = {
    var blank = TitleDetail(.blank)
    blank.isPartial = true
    return blank
  }()

  /// As the wire has it, without `meta` and without any user state of the titles in it.
  package var facts: String {
    var detail = self
    detail.title.userState = Title.UserState()
    detail.similar = similar.map(\.withoutUserState)
    detail.recommendations = recommendations.map(\.withoutUserState)
    return String(decoding: detail.encoded(reserving: 32_768), as: UTF8.self)
  }

  /// Reads ``facts``.
  package init?(facts: String) {
    guard let json = try? JSONValue(parsing: facts) else { return nil }
    self.init(json: json)
  }
}

extension Title {
  fileprivate var withoutUserState: Title {
    var title = self
    title.userState = UserState()
    return title
  }
}

extension TitleDetail.Certification: JSONObject {
  package static let shape = Shape("Certification", from: Self(country: "", value: "", age: nil)) {
    Member("country", \.country, required: .bytes(1...8), "Country of the certificate.")
    Member("value", \.value, required: .bytes(1...50), "PG-13, 12, ...")
    Member("age", \.age, .count, "The age from which it may be seen.")
  }
}

extension TitleDetail.Collection: JSONObject {
  package static let shape = Shape("Collection", from: Self(id: nil, name: "")) {
    Member("id", \.id, .count, "TMDB's number; null if only the name is known.")
    Member("name", \.name, required: .bytes(1...500), "Dune Collection.")
  }
}

extension TitleDetail.CastMember: JSONObject {
  package static let shape = Shape("CastMember", from: Self(name: "")) {
    Member("key", \.key, .any, "person/N; null if only the name is known.")
    Member("name", \.name, required: .bytes(1...200), "The actor.")
    Member("character", \.character, .bytes(1...500), "The character.")
    Member("profile_path", \.profilePath, .bytes(1...500), "TMDB's path of a picture.")
  }
}

extension TitleDetail.CrewMember: JSONObject {
  package static let shape = Shape("CrewMember", from: Self(name: "", job: "")) {
    Member("key", \.key, .any, "person/N; null if only the name is known.")
    Member("name", \.name, required: .bytes(1...200), "Name of the person.")
    Member("job", \.job, required: .bytes(1...200), "Director, Writer ...")
  }
}

extension TitleDetail.Season: JSONObject {
  package static let shape = Shape(
    "Season", from: Self(number: 0, name: "", episodeCount: nil, airDate: nil, posterPath: nil)
  ) {
    Member("season_number", \.number, required: .count, "0: specials.")
    Member("name", \.name, required: .bytes(0...500), "Season 1.")
    Member("episode_count", \.episodeCount, .count, "Episodes.")
    Member("air_date", \.airDate, .day, "Air date of the first episode.")
    Member("poster_path", \.posterPath, .bytes(1...500), "TMDB's path.")
  }
}

extension TitleDetail.Offer: JSONObject {
  package static let shape = Shape("Offer", from: Self(kind: "", providerID: 0, provider: "", logoPath: nil))
  {
    Member(
      "kind", \.kind, required: .bytes(1...20), "Kind of offer.",
      words: ["flatrate", "free", "ads", "rent", "buy"])
    Member("provider_id", \.providerID, required: .count, "TMDB's number.")
    Member("provider", \.provider, required: .bytes(1...200), "Name of the provider.")
    Member("logo_path", \.logoPath, .bytes(1...500), "TMDB's path.")
  }
}

extension TitleDetail.Offers: JSONObject {
  package static let shape = Shape("Offers", from: Self(country: "", link: nil, offers: [])) {
    Member("link", \.link, .bytes(1...2000), "A page with the offers; show it with them.")
    Member("offers", \.offers, upTo: 100, "[] if there are none.")
  }

  /// All of a title, by country.
  fileprivate static let member = Member<TitleDetail>(
    fields: [
      Field(
        "where_to_watch",
        .optional(
          .map(schema, "Offers by country, for the setting countries; null: unknown, {}: no offers.")))
    ], \TitleDetail.whereToWatch
  ) { detail, writer in
    writer.name("where_to_watch")
    guard let countries = detail.pointee.whereToWatch else { return writer.null() }
    writer.object { writer in
      for offers in countries {
        writer.name(offers.country)
        offers.write(into: &writer)
      }
    }
  } read: { json, detail in
    detail.whereToWatch = json["where_to_watch"]?.objectValue?.prefix(50).compactMap { member in
      var offers = Self(json: member.value)
      offers?.country = member.name
      return offers
    }
    return true
  }
}
