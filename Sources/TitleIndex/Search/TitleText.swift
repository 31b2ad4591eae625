/// The texts of one title, read from its line: `TableColumn.texts`.
package struct TitleText {
  private let cells: [Substring]

  package init(_ index: CatalogueIndex, _ rank: Int) {
    // By bytes: to find the characters of a line takes ten times as long.
    cells = String(decoding: index.line(rank), as: UTF8.self).utf8.split(
      separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false
    ).map { Substring($0) }
  }

  /// As it stands in the table; empty: it is unknown.
  package subscript(_ column: TableColumn) -> Substring {
    column.textPlace.flatMap { $0 < cells.count ? cells[$0] : nil } ?? ""
  }

  package var posterPath: String { PosterPath.long(self[.posterPath]) }

  func text(_ column: TableColumn) -> String { String(self[column]) }

  func items(_ column: TableColumn) -> [String] {
    self[column].utf8.split(separator: UInt8(ascii: "|")).map { String(Substring($0)) }
  }

  var people: [String] { items(.director) + items(.cast) }

  /// The words of its names.
  var namedWords: [String] {
    [text(.title), text(.originalTitle), text(.aliases)].flatMap { name in
      SearchFold.spellings(ofTitle: name).flatMap(\.words)
    }
  }

  /// The words of everything but people.
  var otherWords: [String] {
    [text(.title), text(.originalTitle), text(.collection), text(.keywords), text(.aliases)].flatMap {
      SearchFold.plain($0)?.words ?? []
    }
  }
}
