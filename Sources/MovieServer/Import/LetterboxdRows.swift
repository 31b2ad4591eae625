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
/// columns: their names distinguish them.
enum LetterboxdRows {
  private enum File { case watchlist, watched, likes }

  static func read(_ text: Span<UInt8>, path: String, into plan: inout ImportPlan) throws(ImportError) {
    var table: CSVTable
    do throws(ImportError) {
      table = try CSVTable(text, required: ["Name", "Year"], source: "a Letterboxd export")
    } catch {
      guard let other = try? CSVTable(text, required: ["Title", "Year"], source: "") else { throw error }
      table = other
    }
    let file = file(path)
    while let row = try table.next(text, &plan) {
      let name = row["Name"].isEmpty ? row["Title"] : row["Name"]
      var title = ImportRow(line: row.line)
      title.title = name.isEmpty ? nil : name
      title.year = Int(row["Year"]).flatMap { (1870...2100).contains($0) ? $0 : nil }
      title.keys = keys(row)
      guard !name.isEmpty || !title.keys.isEmpty else {
        plan.refuse(row.line, .malformed, "the row has no name")
        continue
      }
      let date = ImportDate.time(row["Date"])
      let watched = ImportDate.time(row["Watched Date"]) ?? ImportDate.time(row["WatchedDate"])
      title.addedAt = date ?? watched
      title.note = row["Review"].isEmpty ? row["Description"] : row["Review"]
      title.isWatched =
        file == .watched || watched != nil || row.has("Watched Date") || !row["Rating"].isEmpty
      if title.isWatched { title.watchedAt = watched ?? date }
      if file == .likes {
        title.list = .favorites
        (title.isWatched, title.watchedAt) = (false, nil)
      }
      try plan.add(title)
    }
  }

  private static func keys(_ row: CSVTable.Row) -> [TitleKey] {
    // Letterboxd has only films, except for a few series, whose numbers cannot be distinguished from films'.
    [TitleKey("movie/" + row["tmdbID"]), TitleKey(imdb: row["imdbID"])].compactMap(\.self)
  }

  /// `watched.csv`, `watched (1).csv`; `likes/films.csv`
  private static func file(_ path: String) -> File {
    let parts = path.lowercased().split(separator: "/")
    if parts.last?.hasPrefix("watched") == true { return .watched }
    return parts.suffix(2).contains { $0.hasPrefix("likes") } ? .likes : .watchlist
  }
}
