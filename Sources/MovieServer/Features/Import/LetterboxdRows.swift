import JSONRPC
import MovieProtocol

/// The files of a Letterboxd export (https://letterboxd.com/settings/data/), and those of its import format
/// (https://letterboxd.com/about/importing-data/):
///
///     Date,Name,Year,Letterboxd URI                                     watchlist.csv, watched.csv, likes
///     Date,Name,Year,Letterboxd URI,Rating                              ratings.csv
///     Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date    diary.csv; reviews.csv with Review
///     Position,Name,Year,URL,Description                                a list, after some lines about it
///     tmdbID,imdbID,Title,Year,WatchedDate,...                          from other programs, for Letterboxd
///
/// A film that is in the diary, reviewed or rated has been watched. The first three files have the same
/// columns: their names distinguish them, and only them.
enum LetterboxdRows {
  private enum File { case watchlist, watched, likes }

  private static let alike = ["watchlist.csv", "watched.csv", "likes/films.csv"]
  /// With one of these columns each row tells whether the film was watched.
  private static let ofWatched = ["Rating", "Rewatch", "Watched Date", "WatchedDate", "Review"]

  /// The columns of which nothing is lost: those that are kept, or that only name the film.
  private static let known: Set<String> = [
    "date", "name", "title", "year", "letterboxd uri", "url", "tmdbid", "imdbid", "directors", "watched date",
    "watcheddate", "review", "description",
  ]

  static func read(_ text: Span<UInt8>, path: String, into plan: inout ImportPlan) throws(ImportError) {
    var table = try table(text)
    dropListFacts(table.preamble, &plan)
    let file = try file(table, path)
    while let row = try table.next(text, &plan) {
      let name = row["Name"].isEmpty ? row["Title"] : row["Name"]
      var title = ImportRow(row.place)
      title.title = name.isEmpty ? nil : name
      title.year = plan.year(row["Year"])
      title.keys = keys(row)
      guard !name.isEmpty || !title.keys.isEmpty else {
        plan.refuse(row.place, .malformed, .rowWithoutName)
        continue
      }
      readNote(row, &title, &plan)
      readDates(row, file, &title, &plan)
      for column in row.columns(besides: known) where !isNo(row[column]) { plan.drop(column) }
      try plan.add(title)
    }
  }

  private static func table(_ text: Span<UInt8>) throws(ImportError) -> CSVTable {
    do throws(ImportError) {
      return try CSVTable(text, required: ["Name", "Year"], source: .aLetterboxdExport)
    } catch {
      guard let other = try? CSVTable(text, required: ["Title", "Year"], source: .aLetterboxdExport) else {
        throw error
      }
      return other
    }
  }

  private static func readNote(_ row: CSVTable.Row, _ title: inout ImportRow, _ plan: inout ImportPlan) {
    let (review, description) = (row["Review"], row["Description"])
    if !review.isEmpty {
      (title.note, title.noteField) = (review, "Review")
      if !description.isEmpty { plan.drop("Description") }
    } else if !description.isEmpty {
      (title.note, title.noteField) = (description, "Description")
    }
  }

  private static func readDates(
    _ row: CSVTable.Row, _ file: File, _ title: inout ImportRow, _ plan: inout ImportPlan
  ) {
    let date = ImportDate.time(row["Date"])
    let column = row.has("WatchedDate") ? "WatchedDate" : "Watched Date"
    let watched = ImportDate.time(row[column])
    title.addedAt = date ?? watched
    guard file != .likes else { return title.list = .favorites }
    title.isWatched =
      file == .watched || !row[column].isEmpty || row.has("Watched Date") || !row["Rating"].isEmpty
    guard title.isWatched else { return }
    // One that is no date is not the day on which the row was written.
    guard watched != nil || row[column].isEmpty else { return plan.drop(column) }
    (title.watchedAt, title.isDayOfWriting) = (watched ?? date, watched == nil)
    title.watchedField = watched == nil ? "Date" : column
  }

  /// A list has its own name, tags and description above the films.
  private static func dropListFacts(_ preamble: [[String]], _ plan: inout ImportPlan) {
    guard let names = preamble.firstIndex(where: { $0.contains("Name") }), names + 1 < preamble.count else {
      return
    }
    for (name, value) in zip(preamble[names], preamble[names + 1])
    where ["Name", "Tags", "Description"].contains(name) && !value.isBlank {
      plan.drop("List \(name)")
    }
  }

  /// What a column like `Rewatch` has where it says nothing.
  private static func isNo(_ text: String) -> Bool { ["no", "false"].contains(text.lowercased()) }

  private static func keys(_ row: CSVTable.Row) -> [TitleKey] {
    // Letterboxd has only films, except for a few series, whose numbers cannot be distinguished from films'.
    [TitleKey("movie/" + row["tmdbID"]), TitleKey(imdb: row["imdbID"])].compactMap(\.self)
  }

  /// `watched.csv`, `watched (1).csv`; `likes/films.csv`
  private static func file(_ table: CSVTable, _ path: String) throws(ImportError) -> File {
    let name = FileName(path)
    // A list may have any name.
    guard table.preamble.isEmpty else { return .watchlist }
    if name.has("watched") {
      guard !name.has("watchlist") else { throw ImportError(anyOf: alike) }
      return .watched
    }
    if ofWatched.contains(where: table.has) { return .watchlist }
    if name.has("likes", alsoFolder: true) { return .likes }
    guard name.has("watchlist") || !table.has("Letterboxd URI") else { throw ImportError(anyOf: alike) }
    return .watchlist
  }
}
