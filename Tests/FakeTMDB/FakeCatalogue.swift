import JSONRPC

/// Invented films and series, always the same ones. Any resemblance to real titles is coincidental.
package enum FakeCatalogue {
  struct Entry: Sendable {
    let id: Int
    let isFilm: Bool
    let name: String
    let year: Int
    let genres: [Int]
    let votes: Int

    var mediaType: String { isFilm ? "movie" : "tv" }
    var date: String { "\(year)-0\(id % 9 + 1)-1\(id % 9)" }
    var average: Double { Double(40 + id * 7 % 55) / 10 }
    var imdbID: String { "tt\(9_000_000 + id)" }
  }

  package static let filmCount = 120
  package static let seriesCount = 60
  /// Film numbers start here, series numbers at `firstSeries`.
  package static let firstFilm = 900_001
  package static let firstSeries = 950_001

  static let films = (0..<filmCount).map { entry($0, isFilm: true) }
  static let series = (0..<seriesCount).map { entry($0, isFilm: false) }
  static let all = films + series

  /// The titles that `search lighthouse` finds.
  private static let things = [
    "Lighthouse", "Orchard", "Harbour", "Clockmaker", "Glacier", "Carnival", "Meadow", "Archive", "Ferryman",
    "Quarry", "Observatory", "Aqueduct",
  ]
  private static let qualities = [
    "Amber", "Silent", "Crooked", "Winter", "Paper", "Hollow", "Scarlet", "Distant", "Velvet", "Broken",
  ]
  private static let filmGenres = [28, 12, 16, 35, 80, 18, 14, 27, 878, 53]
  private static let seriesGenres = [10759, 16, 35, 80, 18, 9648, 10765]

  private static func entry(_ number: Int, isFilm: Bool) -> Entry {
    let words = "\(qualities[number / things.count % qualities.count]) \(things[number % things.count])"
    let genres = isFilm ? filmGenres : seriesGenres
    return Entry(
      id: (isFilm ? firstFilm : firstSeries) + number, isFilm: isFilm,
      name: isFilm ? "The \(words)" : "\(words) Days", year: 1990 + number * 7 % 37,
      genres: [genres[number % genres.count], genres[(number + 3) % genres.count]],
      votes: 20_000 - number * 100)
  }

  static func find(_ id: Int, isFilm: Bool) -> Entry? {
    (isFilm ? films + hostile : series).first { $0.id == id }
  }

  /// Every word of `query` occurs in the name; `hostile` finds `HostileTitles`.
  static func search(_ query: String, in entries: [Entry]) -> [Entry] {
    let words = query.lowercased().split(separator: " ")
    if words == ["hostile"] { return entries.contains { $0.isFilm } ? hostile : [] }
    guard !words.isEmpty else { return [] }
    return entries.filter { entry in words.allSatisfy { entry.name.lowercased().contains($0) } }
  }

  /// A row of a list: https://developer.themoviedb.org/reference/movie-popular-list
  static func row(_ entry: Entry, withMediaType: Bool, language: String) -> JSONValue {
    var members: [JSONMember] = [
      JSONMember("adult", .bool(false)),
      JSONMember("backdrop_path", entry.id % 6 == 0 ? .null : .string("/b\(entry.id).jpg")),
      JSONMember("genre_ids", .array(entry.genres.map { .integer($0) })),
      JSONMember("id", .integer(entry.id)),
      JSONMember("original_language", "en"),
      JSONMember(entry.isFilm ? "original_title" : "original_name", .string(entry.name)),
      JSONMember("overview", .string(overview(entry, language))),
      JSONMember("popularity", .double(Double(entry.votes) / 100)),
      JSONMember("poster_path", entry.id % 9 == 0 ? .null : .string("/p\(entry.id).jpg")),
      JSONMember(entry.isFilm ? "release_date" : "first_air_date", .string(entry.date)),
      JSONMember(entry.isFilm ? "title" : "name", .string(name(entry, language))),
      JSONMember("softcore", .bool(false)),
      JSONMember("vote_average", .double(entry.average)),
      JSONMember("vote_count", .integer(entry.votes)),
    ]
    members.append(
      entry.isFilm ? JSONMember("video", .bool(false)) : JSONMember("origin_country", .array(["US"])))
    if withMediaType { members.append(JSONMember("media_type", .string(entry.mediaType))) }
    return .object(members)
  }

  static func name(_ entry: Entry, _ language: String) -> String {
    language.hasPrefix("de") ? "\(entry.name) (deutsch)" : entry.name
  }

  static func overview(_ entry: Entry, _ language: String) -> String {
    language.hasPrefix("de") ? "Eine Geschichte über \(entry.name)." : "A story about \(entry.name)."
  }
}
