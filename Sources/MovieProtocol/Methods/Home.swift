import JSONRPC

package enum HomeMethod: RPCMethod {
  package static let rows = Param(
    "rows", .spelled(list: HomeParams.Row.spellings, HomeParams.Row.init, write: \.text),
    default: HomeParams.usualRows,
    "Lists of browse, alone or with their media_type.")
  package static let rowSize = Param("row_size", .integer(1...20), default: 6, "Titles per row.")
  package static let seed = Param(
    "seed", .integer(-9_007_199_254_740_991...9_007_199_254_740_991),
    "Chooses the hero; default: a new one each time.")

  package static let method = Method(
    "home", "fill a start screen: one film at the top and some rows",
    description: """
      hero is a random title of the twenty most trending films, or null. The same seed gives the same \
      title while that list stays the same. A row that is named twice appears once; rows without titles \
      are left out; a failed row has error, and the others are still there. No rows are sent for []. With \
      the default row_size an answer stays under 64 KiB. With an age limit the hero is a popular film, and \
      rows fill up over several requests while certificates are fetched.
      """,
    parameters: [rows, rowSize, seed, .titleFields],
    aboutTitles: true,
    result: HomeRow.list.schema,
    example: ["rows": ["trending/movie", "award"], "row_size": 3])
}

/// The parameters of `home`.
package struct HomeParams: Sendable, Equatable {
  package struct Row: Sendable, Equatable {
    package var list: BrowseList
    package var mediaType: MediaChoice

    package init(_ list: BrowseList, _ mediaType: MediaChoice? = nil) {
      self.list = list
      self.mediaType = mediaType ?? list.mediaTypes[0]
    }

    /// `popular` or `popular/tv`; nil if there is no such list.
    package init?(_ text: String) {
      let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard let list = parts.first.flatMap(BrowseList.init(rawValue:)), list != .discover else { return nil }
      guard let word = parts.dropFirst().first else {
        self.init(list)
        return
      }
      guard let mediaType = MediaChoice(rawValue: word), list.mediaTypes.contains(mediaType) else {
        return nil
      }
      self.init(list, mediaType)
    }

    package var text: String { "\(list.rawValue)/\(mediaType.rawValue)" }

    package static let spellings = BrowseList.allCases.flatMap { list in
      [list.rawValue] + list.mediaTypes.map { Row(list, $0).text }
    }
  }

  package static let usualRows = [
    Row(.trending, .movie), Row(.trending, .tv), Row(.popular), Row(.upcoming), Row(.topRated),
    Row(.nowPlaying), Row(.award), Row(.recommended),
  ]

  package var rows: [Row]
  package var rowSize: Int
  package var seed: Int?

  package init(_ arguments: Arguments) {
    // popular and popular/movie are one row.
    rows = arguments[HomeMethod.rows].reduce(into: []) { rows, row in
      if !rows.contains(row) { rows.append(row) }
    }
    rowSize = arguments[HomeMethod.rowSize]
    seed = arguments[HomeMethod.seed]
  }
}
