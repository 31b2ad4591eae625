import JSONRPC

/// Those who made the invented titles: actors 1 to 24, and three of the crew, of whom the third is found by name
/// only. Nobody has a biography in any language but English.
enum FakePeople {
  private static let crew = [
    (id: 100, name: "Nora Quill", job: "Director", department: "Directing"),
    (id: 101, name: "Otto Brand", job: "Original Music Composer", department: "Sound"),
    // The built-in catalogue knows the name.
    (id: 525, name: "Christopher Nolan", job: "Director", department: "Directing"),
  ]

  private static func name(_ id: Int) -> String? {
    (1...24).contains(id) ? "Actor \(id)" : crew.first { $0.id == id }?.name
  }

  private static func row(_ id: Int) -> JSONValue {
    [
      "adult": false, "gender": 0, "id": .integer(id), "name": .string(name(id) ?? ""),
      "known_for_department": .string(crew.first { $0.id == id }?.department ?? "Acting"),
      "original_name": .string(name(id) ?? ""), "popularity": .double(Double(max(0, 200 - id))),
      "profile_path": id == 101 ? .null : .string("/f\(id).jpg"),
    ]
  }

  /// https://developer.themoviedb.org/reference/search-person
  static func page(named words: String) -> JSONValue {
    let words = words.lowercased().split(separator: " ")
    let ids = (crew.prefix(words.isEmpty ? 2 : 3).map(\.id) + (1...24)).filter { id in
      words.allSatisfy { (name(id) ?? "").lowercased().contains($0) }
    }
    return [
      "page": 1, "results": .array(ids.prefix(20).map { row($0) }), "total_pages": 1,
      "total_results": .integer(min(20, ids.count)),
    ]
  }

  /// https://developer.themoviedb.org/reference/person-details, with all that may be appended.
  static func detail(_ id: Int, language: String) -> JSONValue? {
    guard let name = name(id) else { return nil }
    let biography = "\(name) has made many films."
    return .object(
      (row(id).objectValue ?? []) + [
        JSONMember("also_known_as", ["N. N."]), JSONMember("birthday", "1970-07-30"),
        JSONMember("deathday", .null), JSONMember("homepage", .null),
        JSONMember("biography", .string(language.hasPrefix("en") ? biography : "")),
        JSONMember("imdb_id", .string("nm\(7_000_000 + id)")),
        JSONMember("place_of_birth", "Galway, Ireland"),
        JSONMember("external_ids", ["wikidata_id": "Q42"]),
        JSONMember(
          "translations",
          [
            "translations": [
              ["iso_639_1": "en", "iso_3166_1": "US", "data": ["biography": .string(biography)]]
            ]
          ]),
        JSONMember("combined_credits", credits(id, language: language)),
      ])
  }

  /// The first films, and series.
  private static func credits(_ id: Int, language: String) -> JSONValue {
    let member = crew.first { $0.id == id }
    let titles = (FakeCatalogue.films.prefix(30) + FakeCatalogue.series.prefix(5)).map { entry in
      var row = FakeCatalogue.row(entry, withMediaType: true, language: language).objectValue ?? []
      row.append(JSONMember("credit_id", "5f"))
      if let member {
        row += [
          JSONMember("department", .string(member.department)), JSONMember("job", .string(member.job)),
        ]
      } else {
        row += [JSONMember("character", .string("Role \(id)")), JSONMember("order", .integer(id))]
      }
      if !entry.isFilm { row.append(JSONMember("episode_count", 4)) }
      return JSONValue.object(row)
    }
    return ["cast": .array(member == nil ? titles : []), "crew": .array(member == nil ? [] : titles)]
  }
}
