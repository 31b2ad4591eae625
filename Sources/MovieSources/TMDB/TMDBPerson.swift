import JSONRPC
import MovieProtocol

/// https://developer.themoviedb.org/reference/person-details, with appended responses.
struct TMDBPerson: Sendable {
  var detail: PersonDetail
  /// The credits of a profile without titles for adults lack these.
  var credits: [CreditedTitle]

  private static let maxCredits = 2000
  private static let maxNames = 20
  private static let maxTranslations = 300

  init(_ body: [UInt8], _ id: Int) throws(UndecodableAnswer) {
    let json = try JSONValue(upstream: body)
    guard let person = Person(tmdb: json) else {
      throw UndecodableAnswer("the response has no id, or no name")
    }
    guard person.id == id else { throw UndecodableAnswer("the response is about another person") }
    detail = PersonDetail(person)
    detail.biography = json.text("biography", max: 8000) ?? Self.english(json["translations"] ?? .null)
    (detail.birthday, detail.deathday) = (json.day("birthday"), json.day("deathday"))
    detail.placeOfBirth = json.text("place_of_birth", max: 200)
    detail.alsoKnownAs = json.items("also_known_as", max: Self.maxNames).compactMap { name in
      name.stringValue.flatMap { $0.isBlank ? nil : $0.clipped(toJSONBytes: 200) }
    }
    detail.homepage = json.link("homepage")
    let ids = ExternalIDs(tmdb: json["external_ids"] ?? .null)
    detail.imdbID = json["imdb_id"]?.stringValue.flatMap(ExternalIDs.imdbID) ?? ids.imdb
    credits = Self.credits(json["combined_credits"] ?? .null)
  }

  /// TMDB sends "" for a text without a translation, and nearly always has an English one.
  private static func english(_ json: JSONValue) -> String? {
    json.items("translations", max: maxTranslations).first { $0["iso_639_1"]?.stringValue == "en" }?["data"]?
      .text("biography", max: 8000)
  }

  private static func credits(_ json: JSONValue) -> [CreditedTitle] {
    let cast = json.items("cast", max: maxCredits).compactMap { item in
      title(
        item,
        Credit(
          department: "Acting", character: item.text("character", max: 200),
          episodeCount: item.positive("episode_count")))
    }
    let crew = json.items("crew", max: maxCredits).compactMap { item -> CreditedTitle? in
      guard let department = item.text("department", max: 60) else { return nil }
      return title(
        item,
        Credit(
          department: department, job: item.text("job", max: 80),
          episodeCount: item.positive("episode_count")))
    }
    return cast + crew
  }

  private static func title(_ json: JSONValue, _ credit: Credit) -> CreditedTitle? {
    TMDBRow(json, of: nil).map { CreditedTitle($0.title, credit) }
  }
}

extension Person {
  /// A row of a list or the body of a detail; nil: it has no ID or no name.
  init?(tmdb json: JSONValue) {
    guard let id = json.id(), let name = json.text("name", max: 200) else { return nil }
    self.init(PersonKey(id), name: name)
    originalName = json.text("original_name", max: 200)
    knownForDepartment = json.text("known_for_department", max: 60)
    profilePath = json.imagePath("profile_path")
    popularity = json.number("popularity", in: 0...1e12)
    isAdult = json.flag("adult")
  }
}

/// `{"results":[{"id":6384,"name":"Keanu Reeves"}]}`, https://developer.themoviedb.org/reference/search-person
/// and person-popular-list
struct TMDBPeople: Sendable, TMDBPaged {
  /// Nil: an unreadable row.
  let people: [Person?]
  let total: Int

  init(_ body: [UInt8]) throws(UndecodableAnswer) {
    let json = try JSONValue(upstream: body)
    guard json["results"]?.arrayValue != nil else { throw UndecodableAnswer("the response has no results") }
    people = json.items("results", max: TMDBPage.size).map { Person(tmdb: $0) }
    total = TMDBPage.total(json) ?? people.count
  }
}

extension Endpoint where Answer == TMDBPeople {
  static func people(_ q: String, page: Int, includesAdult: Bool, language: String) -> Endpoint {
    var query = [QueryItem("query", q.asQuery)]
    if includesAdult { query.append(QueryItem("include_adult", "true")) }
    return people("/search/person", query, page, language, kind: .search)
  }

  static func popularPeople(page: Int, language: String) -> Endpoint {
    people("/person/popular", [], page, language, kind: .list)
  }

  private static func people(
    _ path: String, _ query: [QueryItem], _ page: Int, _ language: String, kind: AnswerKind
  ) -> Endpoint {
    Endpoint(
      .tmdb, path, query + [QueryItem("language", language), QueryItem("page", String(page))], kind: kind
    ) { body throws(UndecodableAnswer) in try TMDBPeople(body) }
  }
}

extension Endpoint where Answer == TMDBPerson {
  /// All in one request: a biography that is not translated is among the translations.
  static func person(_ id: Int, language: String) -> Endpoint {
    Endpoint(
      .tmdb, "/person/\(id)",
      [
        QueryItem("append_to_response", "combined_credits,external_ids,translations"),
        QueryItem("language", language),
      ], kind: .detail
    ) { body throws(UndecodableAnswer) in try TMDBPerson(body, id) }
  }
}
