import JSONRPC

/// The details of a title, with the appended parts: https://developer.themoviedb.org/reference/movie-details
struct FakeDetail {
  let entry: FakeCatalogue.Entry
  let language: String
  let releases: FakeReleases

  /// - Parameter append: unknown names are silently left out, as TMDB does.
  func body(append: [String]) -> JSONValue {
    var members = FakeCatalogue.row(entry, withMediaType: false, language: language).objectValue ?? []
    members.removeAll { $0.name == "genre_ids" }
    members += [
      JSONMember(
        "genres", .array(entry.genres.map { ["id": .integer($0), "name": .string("Genre \($0)")] })),
      JSONMember("homepage", ""),
      JSONMember(
        "status",
        entry.isFilm ? "Released" : releases.next(entry) == nil ? "Ended" : "Returning Series"),
      JSONMember("tagline", "Nobody was there."),
      JSONMember("production_companies", [Self.company(1, "Tide Pictures"), Self.company(2, "Moor Films")]),
      JSONMember("production_countries", [["iso_3166_1": "IE", "name": "Ireland"]]),
      JSONMember("spoken_languages", [["english_name": "English", "iso_639_1": "en", "name": "English"]]),
    ]
    members += entry.isFilm ? film : series
    for name in append { if let block = block(name) { members.append(JSONMember(name, block)) } }
    return .object(members)
  }

  private var film: [JSONMember] {
    [
      JSONMember("imdb_id", .string(entry.imdbID)), JSONMember("runtime", .integer(90 + entry.id % 60)),
      // 0 where it is unknown.
      JSONMember("budget", .integer(entry.id % 2 * 1_250_000)), JSONMember("revenue", 0),
      JSONMember(
        "belongs_to_collection",
        entry.id % 4 == 0
          ? ["id": 4711, "name": "The Collection", "poster_path": .null, "backdrop_path": .null] : .null),
    ]
  }

  private var series: [JSONMember] {
    [
      JSONMember("next_episode_to_air", releases.episode(releases.next(entry))),
      JSONMember("last_episode_to_air", releases.episode(releases.last(entry))),
      JSONMember("episode_run_time", []), JSONMember("number_of_seasons", 2),
      JSONMember("number_of_episodes", 16), JSONMember("networks", [Self.company(7, "Canal Nine")]),
      JSONMember("created_by", [["id": 1, "name": "Iris Vale"]]),
      JSONMember(
        "seasons",
        .array(
          (0...2).map {
            [
              "air_date": $0 == 0 ? .null : .string(entry.date), "episode_count": 8, "id": .integer($0),
              "name": .string($0 == 0 ? "Specials" : "Season \($0)"), "overview": "", "poster_path": .null,
              "season_number": .integer($0), "vote_average": 0,
            ]
          })),
    ]
  }

  private static func company(_ id: Int, _ name: String) -> JSONValue {
    ["id": .integer(id), "logo_path": .string("/c\(id).png"), "name": .string(name), "origin_country": "IE"]
  }

  private func block(_ name: String) -> JSONValue? {
    switch name {
    // For a series, those of the last season.
    case "credits" where entry.isFilm: credits
    case "credits": ["cast": [["name": "Actor 24", "character": "Role 24", "order": 0]], "crew": []]
    case "aggregate_credits" where !entry.isFilm: aggregateCredits
    case "videos": ["results": .array(videos)]
    case "similar", "recommendations": related(name == "similar" ? 1 : 5)
    case "watch/providers":
      [
        "results": [
          "DE": [
            "link": .string("https://www.themoviedb.org/\(entry.mediaType)/\(entry.id)/watch?locale=DE"),
            "flatrate": [
              ["logo_path": "/l1.jpg", "provider_id": 1, "provider_name": "Cinema 1", "display_priority": 1]
            ],
          ]
        ]
      ]
    case "release_dates" where entry.isFilm, "content_ratings" where !entry.isFilm:
      ["results": certificates["results"] ?? .null]
    case "external_ids":
      [
        "imdb_id": .string(entry.imdbID), "tvdb_id": entry.isFilm ? .null : 81_189, "wikidata_id": "Q42",
        "facebook_id": "",
      ]
    case "keywords": [entry.isFilm ? "keywords" : "results": [["id": 1, "name": "sea"]]]
    case "images":
      [
        "backdrops": [],
        "logos": [
          ["aspect_ratio": 2.5, "file_path": "/de.png", "iso_639_1": "de", "vote_average": 1],
          ["aspect_ratio": 2.5, "file_path": "/en.png", "iso_639_1": "en", "vote_average": 0],
        ], "posters": [],
      ]
    case _ where !entry.isFilm: season(Int(name.split(separator: "/").last ?? "") ?? -1)
    default: nil
    }
  }

  /// Eight episodes of each of three seasons; of the second the third is the next.
  private func season(_ number: Int) -> JSONValue? {
    guard (0...2).contains(number) else { return nil }
    let episodes = (1...8).map { episode -> JSONValue in
      [
        "id": .integer(episode), "name": .string("Part \(episode) of \(number)"), "overview": "They meet.",
        "air_date": .string("20\(10 + number)-01-0\(episode)"), "episode_number": .integer(episode),
        "season_number": .integer(number), "runtime": 45, "still_path": .string("/e\(number)\(episode).jpg"),
        "vote_average": 8.1, "vote_count": 12, "crew": [], "guest_stars": [],
      ]
    }
    return [
      "air_date": .string("20\(10 + number)-01-01"), "episodes": .array(episodes),
      "name": .string(number == 0 ? "Specials" : "Season \(number)"), "overview": "It goes on.",
      "id": .integer(number), "poster_path": .null, "season_number": .integer(number), "vote_average": 7.9,
    ]
  }

  /// 0, 6, 12, 16, 18 and none, one after the other.
  static func german(_ entry: FakeCatalogue.Entry) -> String? {
    ["0", "6", "12", "16", "18", nil][entry.id % 6]
  }

  /// In the answer to a separate request.
  var certificates: JSONValue {
    let german = Self.german(entry)
    func country(_ code: JSONValue, _ value: JSONValue) -> JSONValue {
      guard entry.isFilm else { return ["descriptors": [], "iso_3166_1": code, "rating": value] }
      let date = JSONValue.string(entry.date + "T00:00:00.000Z")
      return [
        "iso_3166_1": code,
        "release_dates": [
          ["certification": "", "type": 1, "release_date": date],
          ["certification": value, "type": 3, "release_date": date],
        ],
      ]
    }
    if entry.isFilm, let countries = releases.countries(entry, german: german) {
      return ["id": .integer(entry.id), "results": .array(countries)]
    }
    let countries =
      [country("US", entry.isFilm ? "PG-13" : "TV-14")]
      + (german.map { [country("DE", .string($0))] } ?? [])
    return ["id": .integer(entry.id), "results": .array(countries)]
  }

  private var credits: JSONValue {
    let cast: [JSONValue] = (0..<25).map {
      [
        "id": .integer($0), "name": .string("Actor \($0)"), "character": .string("Role \($0)"),
        "order": .integer($0), "profile_path": .null,
      ]
    }
    let crew: [JSONValue] = [
      ["id": 100, "name": "Nora Quill", "job": "Director", "department": "Directing"],
      ["id": 101, "name": "Otto Brand", "job": "Original Music Composer", "department": "Sound"],
    ]
    return ["cast": .array(cast), "crew": .array(crew)]
  }

  /// Those with the most episodes come first.
  private var aggregateCredits: JSONValue {
    let cast: [JSONValue] = (0..<25).map {
      [
        "id": .integer($0), "name": .string("Actor \($0)"), "order": .integer(24 - $0),
        "profile_path": .null, "total_episode_count": .integer(26 - $0),
        "roles": [
          ["character": .string("Guest \($0)"), "episode_count": 1],
          ["character": .string("Role \($0)"), "episode_count": .integer(25 - $0)],
        ],
      ]
    }
    let crew: [JSONValue] = [
      [
        "id": 100, "name": "Nora Quill", "department": "Directing", "total_episode_count": 2,
        "jobs": [["job": "Director", "episode_count": 2]],
      ]
    ]
    return ["cast": .array(cast), "crew": .array(crew)]
  }

  /// Every third title has none.
  private var videos: [JSONValue] {
    guard entry.id % 3 != 0 else { return [] }
    return [("Clip", "clipclip000"), ("Teaser", "teaser00000"), ("Trailer", "trailer0000")].map { type, key in
      [
        "iso_639_1": "en", "iso_3166_1": "US", "name": .string("\(type) of \(entry.name)"),
        "key": .string(key),
        "site": "YouTube", "size": 1080, "type": .string(type), "official": true,
        "published_at": "2021-07-22T16:03:42.000Z", "id": "5f",
      ]
    }
  }

  private func related(_ step: Int) -> JSONValue {
    let all = entry.isFilm ? FakeCatalogue.films : FakeCatalogue.series
    let others = (1...15).map { all[(entry.id + $0 * step) % all.count] }
    return [
      "page": 1,
      "results": .array(others.map { FakeCatalogue.row($0, withMediaType: step == 5, language: language) }),
      "total_pages": 1, "total_results": 15,
    ]
  }
}
