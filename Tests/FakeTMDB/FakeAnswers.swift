import JSONRPC

/// The answers of the fake: TMDB under `/3`, YouTube under `/youtube/v3`, iTunes at the root.
struct FakeAnswers {
  struct Answer {
    var status = 200
    var body: JSONValue
  }

  let query: [String: String]
  let previews: String
  let releases: FakeReleases
  private var language: String { query["language"] ?? "en-US" }

  static func answer(
    _ path: String, _ query: [String: String], previews: String, _ releases: FakeReleases
  ) -> Answer {
    FakeAnswers(query: query, previews: previews, releases: releases)
      .answer(path.split(separator: "/").map(String.init))
  }

  private func answer(_ parts: [String]) -> Answer {
    switch (parts.first, parts.dropFirst().first) {
    case ("3", _): tmdb(Array(parts.dropFirst()))
    case ("youtube", "v3"): Answer(body: youtube())
    case ("search", _):
      Answer(body: itunes(FakeCatalogue.search(query["term"] ?? "", in: FakeCatalogue.films)))
    case ("lookup", _):
      Answer(body: itunes(FakeCatalogue.films.filter { "\($0.id)" == query["id"] ?? "" }))
    default: missing
    }
  }

  private var missing: Answer {
    Answer(
      status: 404,
      body: [
        "success": false, "status_code": 34,
        "status_message": "The resource you requested could not be found.",
      ])
  }

  private func tmdb(_ parts: [String]) -> Answer {
    let (films, series) = (FakeCatalogue.films, FakeCatalogue.series)
    let padded = parts + ["", "", ""]
    switch (padded[0], padded[1], padded[2]) {
    case ("authentication", "", ""):
      return Answer(body: ["success": true, "status_code": 1, "status_message": "Success."])
    case ("configuration", "", ""):
      return Answer(body: ["images": ["secure_base_url": "https://example.org/t/p/"]])
    case ("configuration", "countries", ""):
      return Answer(
        body: [
          ["iso_3166_1": "DE", "english_name": "Germany", "native_name": "Germany"],
          ["iso_3166_1": "US", "english_name": "United States of America", "native_name": "United States"],
        ])
    case ("configuration", "languages", ""):
      return Answer(
        body: [
          ["iso_639_1": "xx", "english_name": "No Language", "name": "No Language"],
          ["iso_639_1": "de", "english_name": "German", "name": "Deutsch"],
          ["iso_639_1": "en", "english_name": "English", "name": "English"],
        ])
    case ("genre", "movie", "list"): return genres([(18, "Drama"), (28, "Action"), (35, "Comedy")])
    case ("genre", "tv", "list"): return genres([(18, "Drama"), (10759, "Action & Adventure")])
    case ("watch", "providers", "regions"):
      return Answer(
        body: ["results": [["iso_3166_1": "DE", "english_name": "Germany", "native_name": "Germany"]]])
    case ("watch", "providers", "movie"), ("watch", "providers", "tv"): return providers()
    case ("trending", "all", _): return page(films + series, mixed: true)
    case ("trending", "movie", _): return page(films, mixed: true)
    case ("trending", "tv", _): return page(series, mixed: true)
    case ("movie", "upcoming", ""), ("movie", "now_playing", ""), ("movie", "popular", ""),
      ("movie", "top_rated", ""):
      return page(films)
    case ("discover", "movie", ""): return page(films.filter(isCertifiedAsAsked))
    case ("certification", "movie", "list"):
      func words(_ words: [String]) -> JSONValue {
        .array(words.map { ["certification": .string($0), "meaning": "", "order": 0] })
      }
      return Answer(
        body: [
          "certifications": [
            "DE": words(["0", "6", "12", "16", "18"]), "US": words(["NR", "G", "PG", "PG-13", "R"]),
          ]
        ])
    case ("tv", "popular", ""), ("tv", "top_rated", ""), ("tv", "on_the_air", ""), ("tv", "airing_today", ""),
      ("discover", "tv", ""):
      return page(series)
    case ("search", "movie", ""): return search(films)
    case ("search", "tv", ""): return search(series)
    case ("search", "multi", ""): return search(films + series, mixed: true)
    case ("search", "collection", ""):
      let words = (query["query"] ?? "").lowercased().split(separator: " ")
      let names = ["Of The Collection", "The Collection"].filter { name in
        words.allSatisfy { name.lowercased().contains($0) }
          && (name.hasPrefix("The") || words.contains("collection"))
      }
      return Answer(
        body: [
          "page": 1, "total_results": .integer(names.count),
          "results": .array(
            names.map { ["id": $0 == "The Collection" ? 4711 : 4712, "name": .string($0)] }),
        ])
    case ("collection", "4711", ""):
      // The newest first, as TMDB often has them.
      let parts = films.filter { $0.id % 4 == 0 }.sorted { $1.date < $0.date }
      return Answer(
        body: [
          "id": 4711, "name": "The Collection", "overview": "They belong together.", "poster_path": "/k.jpg",
          "backdrop_path": .null,
          "parts": .array(parts.map { FakeCatalogue.row($0, withMediaType: true, language: language) }),
        ])
    case ("movie", _, "similar"), ("movie", _, "recommendations"): return page(films)
    case ("tv", _, "similar"), ("tv", _, "recommendations"): return page(series)
    case ("movie", _, "reviews"), ("tv", _, "reviews"):
      let entry = FakeCatalogue.find(Int(parts[1]) ?? 0, isFilm: parts[0] == "movie")
      return entry == nil ? missing : reviews()
    case ("search", "person", ""): return Answer(body: FakePeople.page(named: query["query"] ?? ""))
    case ("person", "popular", ""): return Answer(body: FakePeople.page(named: ""))
    case ("person", _, ""):
      return FakePeople.detail(Int(parts[1]) ?? 0, language: language).map { Answer(body: $0) } ?? missing
    case ("find", _, ""): return find(parts[1])
    case ("movie", _, ""): return detail(parts[1], isFilm: true)
    case ("tv", _, ""): return detail(parts[1], isFilm: false)
    case ("movie", _, "release_dates"): return certificates(parts[1], isFilm: true)
    case ("tv", _, "content_ratings"): return certificates(parts[1], isFilm: false)
    default: return missing
    }
  }

  private func genres(_ genres: [(Int, String)]) -> Answer {
    let suffix = language.hasPrefix("de") ? " (deutsch)" : ""
    return Answer(
      body: ["genres": .array(genres.map { ["id": .integer($0.0), "name": .string($0.1 + suffix)] })])
  }

  private func isCertifiedAsAsked(_ film: FakeCatalogue.Entry) -> Bool {
    guard let words = query["certification"]?.split(separator: "|").map(String.init) else { return true }
    let word = query["certification_country"] == "DE" ? FakeDetail.german(film) : "PG-13"
    return word.map(words.contains) ?? false
  }

  private func providers() -> Answer {
    Answer(
      body: [
        "results": .array(
          (1...3).map {
            [
              "display_priorities": ["DE": .integer(4 - $0)], "display_priority": .integer($0),
              "logo_path": .string("/l\($0).jpg"), "provider_name": .string("Cinema \($0)"),
              "provider_id": .integer($0),
            ]
          })
      ])
  }

  private func search(_ entries: [FakeCatalogue.Entry], mixed: Bool = false) -> Answer {
    guard let text = query["query"], !text.isEmpty else {
      return Answer(status: 422, body: ["errors": ["query must be provided"]])
    }
    // TMDB ignores the year in a search of all media types.
    let years = (query["primary_release_year"], query["first_air_date_year"])
    let found = FakeCatalogue.search(text, in: entries).filter { entry in
      (entry.isFilm ? years.0 : years.1).map { $0 == String(entry.year) } ?? true
    }
    return page(found, mixed: mixed)
  }

  /// In English only.
  private func reviews() -> Answer {
    let review: JSONValue = [
      "id": "5f", "author": "wren", "author_details": ["username": "wren", "rating": 8.0],
      "content": "A film.\r\n\r\nIt ends.", "created_at": "2024-05-01T10:00:00.000Z",
      "url": "https://www.themoviedb.org/review/5f",
    ]
    let rows: [JSONValue] = language.hasPrefix("en") ? [review] : []
    return Answer(
      body: [
        "page": 1, "results": .array(rows), "total_pages": 1, "total_results": .integer(rows.count),
      ])
  }

  private func page(_ entries: [FakeCatalogue.Entry], mixed: Bool = false) -> Answer {
    let number = Int(query["page"] ?? "1") ?? 0
    guard (1...500).contains(number) else {
      return Answer(
        status: 400,
        body: [
          "success": false, "status_code": 22,
          "status_message": "Invalid page: Pages start at 1 and max at 500.",
        ])
    }
    let rows = entries.dropFirst((number - 1) * 20).prefix(20)
    return Answer(
      body: [
        "page": .integer(number),
        "results": .array(rows.map { FakeCatalogue.row($0, withMediaType: mixed, language: language) }),
        "total_pages": .integer(max(1, (entries.count + 19) / 20)), "total_results": .integer(entries.count),
      ])
  }

  private func find(_ id: String) -> Answer {
    let found = FakeCatalogue.all.filter { $0.imdbID == id }
    func rows(_ isFilm: Bool) -> JSONValue {
      .array(
        found.filter { $0.isFilm == isFilm }.map {
          FakeCatalogue.row($0, withMediaType: true, language: language)
        })
    }
    return Answer(
      body: [
        "movie_results": rows(true), "person_results": [], "tv_results": rows(false),
        "tv_episode_results": [], "tv_season_results": [],
      ])
  }

  private func certificates(_ number: String, isFilm: Bool) -> Answer {
    guard let id = Int(number), let entry = FakeCatalogue.find(id, isFilm: isFilm) else { return missing }
    return Answer(body: FakeDetail(entry: entry, language: language, releases: releases).certificates)
  }

  private func detail(_ number: String, isFilm: Bool) -> Answer {
    guard let id = Int(number), let entry = FakeCatalogue.find(id, isFilm: isFilm) else { return missing }
    return Answer(
      body: FakeDetail(entry: entry, language: language, releases: releases).body(
        append: (query["append_to_response"] ?? "").split(separator: ",").map(String.init)))
  }
}

extension FakeAnswers {
  private func itunes(_ entries: [FakeCatalogue.Entry]) -> JSONValue {
    // One title that only iTunes knows, and one that is not a film.
    let own: JSONValue = [
      "wrapperType": "track", "kind": "feature-movie", "trackId": 77_001, "artistName": "Nora Quill",
      "trackName": "Only At iTunes (2019)", "previewUrl": .string("\(previews)/own.m4v"),
      "artworkUrl100": "https://example.org/own/100x100bb.jpg", "releaseDate": "2019-05-01T07:00:00Z",
      "trackTimeMillis": 5_400_000, "country": "USA", "primaryGenreName": "Drama",
      "contentAdvisoryRating": "PG", "longDescription": "A film.",
    ]
    let song: JSONValue = ["wrapperType": "track", "kind": "song", "trackId": 1, "trackName": "A Song"]
    let films = entries.prefix(3).map { entry -> JSONValue in
      [
        "wrapperType": "track", "kind": "feature-movie", "trackId": .integer(entry.id),
        "artistName": "Nora Quill", "trackName": .string(entry.name),
        "previewUrl": .string("\(previews)/\(entry.id).m4v"),
        "artworkUrl100": .string("https://example.org/\(entry.id)/100x100bb.jpg"),
        "releaseDate": .string("\(entry.date)T07:00:00Z"), "country": "USA", "primaryGenreName": "Drama",
        "contentAdvisoryRating": "PG-13", "longDescription": "A film.",
      ]
    }
    let isLookup = query["id"] != nil
    let rows = isLookup ? (query["id"] == "77001" ? [own] : films) : films + [own, song]
    return ["resultCount": .integer(rows.count), "results": .array(rows)]
  }

  private func youtube() -> JSONValue {
    let title = (query["q"] ?? "") + " &amp; more"
    return [
      "kind": "youtube#searchListResponse", "regionCode": "US",
      "items": [
        [
          "kind": "youtube#searchResult", "id": ["kind": "youtube#video", "videoId": "abcdefghij0"],
          "snippet": [
            "publishedAt": "2020-01-02T03:04:05Z", "title": .string(title), "channelTitle": "A channel",
            "liveBroadcastContent": "none",
          ],
        ]
      ],
    ]
  }
}
