package import JSONRPC

extension TitleDetail {
  /// As the wire has it, without `meta` and without any user state of the titles in it.
  package var facts: String {
    var detail = self
    detail.title.userState = Title.UserState()
    detail.similar = similar.map(\.withoutUserState)
    detail.recommendations = recommendations.map(\.withoutUserState)
    var writer = JSONWriter(reserving: 32_768)
    detail.write(into: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Reads ``facts``.
  package init?(facts: String) {
    guard let json = try? JSONValue(parsing: facts) else { return nil }
    self.init(json)
  }

  /// Reads the output of ``write(into:)``, of this version or another: nil if there is no usable title; a
  /// value of another type or that is too long counts as unknown.
  package init?(_ json: JSONValue) {
    guard let title = Title(json) else { return nil }
    self.init(title)
    tagline = json.words("tagline", most: 1000)
    status = json.words("status", most: 100)
    runtime = json.count("runtime")
    homepage = json.words("homepage", most: 2000)
    imdbID = json.words("imdb_id", most: 20)
    directors = json.items("director", most: 20).compactMap { $0.words(most: 200) }
    creators = json.items("creators", most: 20).compactMap { $0.words(most: 200) }
    certification = json["certification"].flatMap(Certification.init)
    if let collection = json["collection"], let name = collection.words("name", most: 500) {
      self.collection = Collection(id: collection.count("id"), name: name)
    }
    keywords = json.items("keywords", most: Most.keywords).compactMap { $0.words(most: 200) }
    logoPath = json.words("logo_path", most: 500)
    cast = json.items("cast", most: Most.cast).compactMap(CastMember.init)
    crew = json.items("crew", most: Most.crew).compactMap { member in
      guard let name = member.words("name", most: 200), let job = member.words("job", most: 200) else {
        return nil
      }
      return CrewMember(name: name, job: job)
    }
    videos = json.items("videos", most: Most.videos).compactMap(Video.init)
    similar = json.items("similar", most: Most.related).compactMap(Title.init)
    recommendations = json.items("recommendations", most: Most.related).compactMap(Title.init)
    seasons = json.items("seasons", most: 1000).compactMap(Season.init)
    whereToWatch = json["where_to_watch"]?.objectValue?.prefix(50).map { Offers($0.name, $0.value) }
    isPartial = json["partial"]?.boolValue ?? true
  }
}

extension Title {
  fileprivate var withoutUserState: Title {
    var title = self
    title.userState = UserState()
    return title
  }
}

extension TitleDetail.Certification {
  fileprivate init?(_ json: JSONValue) {
    guard let country = json.words("country", most: 8), let value = json.words("value", most: 50) else {
      return nil
    }
    self.init(country: country, value: value, age: json.count("age"))
  }
}

extension TitleDetail.CastMember {
  fileprivate init?(_ json: JSONValue) {
    guard let name = json.words("name", most: 200) else { return nil }
    self.init(
      name: name, character: json.words("character", most: 500),
      profilePath: json.words("profile_path", most: 500))
  }
}

extension TitleDetail.Season {
  fileprivate init?(_ json: JSONValue) {
    guard let number = json.count("season_number"), let name = json["name"]?.words(most: 500) else {
      return nil
    }
    self.init(
      number: number, name: name, episodeCount: json.count("episode_count"),
      airDate: json["air_date"]?.stringValue.flatMap(Day.init)?.text,
      posterPath: json.words("poster_path", most: 500))
  }
}

extension TitleDetail.Offers {
  fileprivate init(_ country: String, _ json: JSONValue) {
    self.init(
      country: country, link: json.words("link", most: 2000),
      offers: json.items("offers", most: 100).compactMap { offer in
        guard let kind = offer.words("kind", most: 20), let id = offer.count("provider_id"),
          let provider = offer.words("provider", most: 200)
        else { return nil }
        return TitleDetail.Offer(
          kind: kind, providerID: id, provider: provider, logoPath: offer.words("logo_path", most: 500))
      })
  }
}

extension Video {
  fileprivate init?(_ json: JSONValue) {
    guard let type = json["type"]?.stringValue.flatMap(Kind.init(rawValue:)),
      let name = json["name"]?.words(most: 1000), let site = json.words("site", most: 50),
      let url = json.words("url", most: 4000)
    else { return nil }
    self.init(
      name: name, type: type, site: site, videoID: json.words("video_id", most: 200),
      isOfficial: json["official"]?.boolValue ?? false, language: json.words("language", most: 8), url: url,
      embedURL: json.words("embed_url", most: 4000), thumbnailURL: json.words("thumbnail_url", most: 4000),
      isDirect: json["direct"]?.boolValue ?? false, publishedAt: json.words("published_at", most: 40))
  }
}

extension JSONValue {
  /// - Parameter most: bytes; a longer text counts as unknown.
  fileprivate func words(most: Int) -> String? {
    stringValue.flatMap { $0.utf8.count <= most ? $0 : nil }
  }

  fileprivate func items(_ name: String, most: Int) -> ArraySlice<JSONValue> {
    self[name]?.arrayValue?.prefix(most) ?? []
  }
}
