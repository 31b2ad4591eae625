@testable import TitleIndex

/// A table of a few titles, the best known first, and the index of it.
struct SmallTable {
  private(set) var lines = ""
  static let columns = TableColumn.allCases

  mutating func add(
    _ title: String, _ date: String = "2000-01-01", original: String = "", isSeries: Bool = false,
    language: String = "en",
    genres: [Int] = [], director: [String] = [], cast: [String] = [], collection: String = "",
    keywords: [String] = [],
    countries: [String] = [], networks: [String] = [], aliases: [String] = [], votes: Int = 100
  ) {
    let cells: [TableColumn: String] = [
      .mediaType: isSeries ? "tv" : "movie", .id: "\(lines.utf8.count + 1)", .title: title,
      .originalTitle: original,
      .originalLanguage: language, .releaseDate: date, .runtime: "100",
      .genreIDs: genres.map { "\($0)" }.joined(separator: "|"), .director: director.joined(separator: "|"),
      .cast: cast.joined(separator: "|"), .voteAverage: "7.5", .voteCount: "\(votes)", .popularity: "1.5",
      .collection: collection, .keywords: keywords.joined(separator: "|"),
      .countries: countries.joined(separator: "|"),
      .networks: networks.joined(separator: "|"), .aliases: aliases.joined(separator: "|"),
    ]
    lines += Self.columns.map { cells[$0] ?? "" }.joined(separator: "\t") + "\n"
  }

  func sections() throws -> IndexSections {
    try IndexBuilder.build([Array(lines.utf8)], columns: Self.columns)
  }

  func search() throws -> TitleSearch { TitleSearch(try sections().inMemory()) }

  /// Some that are known to everybody.
  static var known: SmallTable {
    var table = SmallTable()
    table.add(
      "Titanic", "1997-11-18", genres: [18, 10749], director: ["James Cameron"],
      cast: ["Kate Winslet", "Leonardo DiCaprio"], keywords: ["ship", "iceberg"])
    table.add(
      "The Matrix", "1999-03-30", genres: [28, 878], director: ["Lana Wachowski"], cast: ["Keanu Reeves"])
    table.add(
      "Heat", "1995-12-15", genres: [28, 80], director: ["Michael Mann"],
      cast: ["Al Pacino", "Robert De Niro", "Val Kilmer"])
    table.add(
      "Alien", "1979-05-25", genres: [27, 878], director: ["Ridley Scott"], collection: "Alien Collection")
    table.add(
      "Aliens", "1986-07-18", genres: [28, 878], director: ["James Cameron"], collection: "Alien Collection")
    table.add(
      "The Lord of the Rings: The Fellowship of the Ring", "2001-12-18", director: ["Peter Jackson"],
      collection: "The Lord of the Rings Collection")
    table.add(
      "The Lord of the Rings: The Two Towers", "2002-12-18", director: ["Peter Jackson"],
      collection: "The Lord of the Rings Collection")
    table.add("The Thing", "1982-06-25", genres: [27], director: ["John Carpenter"], cast: ["Kurt Russell"])
    table.add(
      "Parasite", "2019-05-30", original: "기생충", language: "ko", genres: [35, 53], director: ["Bong Joon Ho"],
      countries: ["KR"], aliases: ["Gisaengchung"])
    table.add("Oldboy", "2003-11-21", original: "올드보이", language: "ko", genres: [53], countries: ["KR"])
    table.add("Mad Max", "1979-04-12", genres: [28], cast: ["Mel Gibson"], collection: "Mad Max Collection")
    table.add(
      "Star Wars", "1977-05-25", genres: [12, 878], director: ["George Lucas"], cast: ["Mark Hamill"],
      collection: "Star Wars Collection")
    table.add("The Bear", "2022", isSeries: true, genres: [35, 18], networks: ["FX"])
    table.add(
      "Dark", "2017", isSeries: true, language: "de", genres: [9648], countries: ["DE"], networks: ["Netflix"]
    )
    table.add("Horror", "2003-01-01", genres: [27])
    table.add("WALL·E", "2008-06-22", genres: [16, 878])
    table.add("Jurassic Park", "1993-06-11", genres: [12], keywords: ["dinosaur", "island"])
    table.add("La dune", "2014-01-01", original: "La chute d'une étoile", language: "fr")
    table.add("Kurt and Tom", "1990-01-01", genres: [27], cast: ["Kurt Weller", "Tom Russell"])
    return table
  }
}
