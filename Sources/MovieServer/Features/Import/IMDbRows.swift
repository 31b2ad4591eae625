import JSONRPC
import MovieProtocol

/// A list, the watchlist or the ratings of IMDb (https://help.imdb.com/article/imdb/track-movies-tv/):
///
///     Position,Const,Created,Modified,Description,Title,...,Title Type,...,Your Rating,Date Rated
///     Const,Your Rating,Date Rated,Title,Original Title,URL,Title Type,...
///
/// A title with your own rating has been watched, in whichever file it is.
enum IMDbRows {
  /// The columns of which nothing is lost: those that are kept, and IMDb's facts about the title.
  private static let known: Set<String> = [
    "const", "created", "modified", "description", "title", "original title", "url", "title type",
    "imdb rating", "runtime (mins)", "year", "genres", "num votes", "release date", "directors",
    "date rated", "position",
  ]

  static func read(_ text: Span<UInt8>, into plan: inout ImportPlan) throws(ImportError) {
    var table = try CSVTable(text, required: ["Const"], source: .anIMDbList)
    var order = ListOrder()
    defer { order.report("Position", &plan) }
    while let row = try table.next(text, &plan) {
      var title = ImportRow(row.place)
      (title.noteField, title.watchedField) = ("Description", "Date Rated")
      title.title = row["Title"].isEmpty ? nil : row["Title"]
      title.originalTitle = row["Original Title"].isEmpty ? nil : row["Original Title"]
      title.year = plan.year(row["Year"])
      guard let key = TitleKey(imdb: row["Const"]) else {
        refuse(row, title, &plan)
        continue
      }
      switch kind(row["Title Type"]) {
      case .known(let mediaType): title.mediaType = mediaType
      case .unknown: break
      case .foreign(let message):
        plan.refuse(row.place, .unsupported, message, title: title.title, year: title.year)
        continue
      }
      title.keys = [key]
      title.imdbID = row["Const"]
      title.addedAt = ImportDate.time(row["Created"])
      title.note = row["Description"]
      let rated = ImportDate.time(row["Date Rated"])
      title.isWatched = !row["Date Rated"].isEmpty || !row["Your Rating"].isEmpty
      if rated == nil, !row["Date Rated"].isEmpty { plan.drop("Date Rated") }
      title.watchedAt = rated
      title.addedAt = title.addedAt ?? rated
      if let position = Int(row["Position"]) { order.add(position, title.addedAt) }
      for column in row.columns(besides: known) { plan.drop(column) }
      try plan.add(title)
    }
  }

  private static func refuse(_ row: CSVTable.Row, _ title: ImportRow, _ plan: inout ImportPlan) {
    let isPerson = row["Const"].hasPrefix("nm")
    plan.refuse(
      row.place, isPerson ? .unsupported : .malformed,
      isPerson ? .peopleNotImported : .idNotOfIMDb, title: title.title,
      year: title.year
    )
  }

  private enum TitleType {
    case known(Title.MediaType)
    case unknown
    case foreign(Message)
  }

  /// "TV Mini Series" and "tvMiniSeries" are the same, from different years.
  private static func kind(_ text: String) -> TitleType {
    switch text.lowercased().filter({ $0.isLetter }) {
    case "movie", "featurefilm", "tvmovie", "short", "tvshort", "video", "tvspecial", "documentary",
      "musicvideo":
      .known(.movie)
    case "tvseries", "tvminiseries": .known(.tv)
    case "tvepisode": .foreign(.episodesNotImported)
    case "videogame": .foreign(.gamesNotImported)
    case "podcastseries", "podcastepisode": .foreign(.podcastsNotImported)
    default: .unknown
    }
  }
}
