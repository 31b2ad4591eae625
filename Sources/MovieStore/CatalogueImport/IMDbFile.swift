/// One of IMDb's files of tab-separated values, which its first line tells.
/// https://developer.imdb.com/non-commercial-datasets/
enum IMDbFile: CaseIterable {
  case basics, ratings, akas

  var columns: [String] {
    switch self {
    case .basics:
      [
        "tconst", "titleType", "primaryTitle", "originalTitle", "isAdult", "startYear", "endYear",
        "runtimeMinutes", "genres",
      ]
    case .ratings: ["tconst", "averageRating", "numVotes"]
    case .akas:
      [
        "titleId", "ordering", "title", "region", "language", "types", "attributes", "isOriginalTitle",
      ]
    }
  }

  private static let firstColumns = ["tconst", "titleId", "nconst"]

  /// - Returns: nil if it is no file of IMDb.
  /// - Throws: `CatalogueError` with `.noTitles`: it is another one of IMDb.
  static func of(_ firstLine: [UInt8]) throws(CatalogueError) -> IMDbFile? {
    let cells = firstLine.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
    guard let first = cells.first, firstColumns.contains(where: { first.elementsEqual($0.utf8) }) else {
      return nil
    }
    let columns = cells.map { String(decoding: $0, as: UTF8.self) }
    if let file = allCases.first(where: { $0.columns == columns }) { return file }
    throw CatalogueError(
      .noTitles, "its columns are not those of IMDb's title.basics, title.ratings or title.akas")
  }
}
