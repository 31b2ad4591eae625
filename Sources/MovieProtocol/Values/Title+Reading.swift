package import JSONRPC

extension Title {
  /// As the wire has it, without any user state.
  package var facts: String {
    var title = self
    title.userState = UserState()
    var writer = JSONWriter(reserving: 1024)
    title.write(into: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Reads ``facts``.
  package init?(facts: String) {
    guard let json = try? JSONValue(parsing: facts) else { return nil }
    self.init(json)
  }

  /// Reads the output of ``write(into:)``, of this version or another, or of another program: nil if there is
  /// no usable key or title; a value of another type or that is too long counts as unknown.
  package init?(_ json: JSONValue) {
    guard let key = json["key"]?.stringValue.flatMap({ TitleKey($0) }),
      let title = json.words("title", most: 1000)
    else { return nil }
    let id: Int?
    let mediaType: MediaType
    switch key {
    case .tmdb(let type, let number): (mediaType, id) = (type, number)
    case .itunes: (mediaType, id) = (.movie, nil)
    case .imdb: return nil
    }
    let genres = json["genres"]?.arrayValue?.prefix(20).compactMap(\.stringValue).filter {
      $0.utf8.count <= 200
    }
    let genreIDs = json["genre_ids"]?.arrayValue?.prefix(20).compactMap(\.countValue).filter { $0 > 0 }
    let date = json["release_date"]?.stringValue.flatMap(Day.init)
    let overview = json.words("overview", most: 8000)
    self.init(
      key: key.text, id: id, mediaType: mediaType, title: title,
      originalTitle: json.words("original_title", most: 1000) ?? title,
      originalLanguage: json.words("original_language", most: 8), releaseDate: date?.text,
      // The year of the first release; `release_date` is not that everywhere.
      year: json["year"]?.intValue.flatMap { (1800...2200).contains($0) ? $0 : nil }
        ?? date.flatMap { Int($0.text.prefix(4)) },
      overview: overview,
      overviewSource: overview == nil
        ? nil : json["overview_source"]?.stringValue.flatMap(OverviewSource.init(rawValue:)),
      genres: genres ?? [], genreIDs: genreIDs ?? [], posterPath: json.words("poster_path", most: 500),
      backdropPath: json.words("backdrop_path", most: 500),
      voteAverage: json["vote_average"]?.doubleValue.flatMap { (0...10).contains($0) ? $0 : nil },
      voteCount: json.count("vote_count"),
      popularity: json["popularity"]?.doubleValue.flatMap { $0 >= 0 ? $0 : nil },
      isAdult: json["adult"]?.boolValue ?? false,
      source: json["source"]?.stringValue.flatMap(Source.init(rawValue:)) ?? .library)
  }
}

extension JSONValue {
  /// A number that counts something. Nil if it is negative, or so large that sums and products of it could
  /// overflow: the limit is that of ``TitleKey``, and far above any real count.
  package var countValue: Int? { intValue.flatMap { (0...999_999_999_999_999).contains($0) ? $0 : nil } }

  package func count(_ name: String) -> Int? { self[name]?.countValue }

  /// - Parameter most: bytes; a longer text counts as unknown.
  func words(_ name: String, most: Int) -> String? {
    guard let text = self[name]?.stringValue, !text.isEmpty, text.utf8.count <= most else { return nil }
    return text
  }
}
