import MovieProtocol

/// The marks of titles in the profile (watched, favourite): signs in their rows, and a legend below the page.
enum TitleMarks {
  enum Mark: CaseIterable {
    case watchlist, watched, favorite, gone

    func sign(on screen: Screen) -> String {
      switch self {
      case .watchlist: screen.hasSigns ? "•" : "-"
      case .watched: screen.hasSigns ? "✓" : "x"
      case .favorite: screen.hasSigns ? "★" : "*"
      case .gone: screen.hasSigns ? "✗" : "!"
      }
    }

    var meaning: String {
      switch self {
      case .watchlist: localized("on the watchlist")
      case .watched: localized("watched")
      case .favorite: localized("favourite")
      case .gone: localized("no longer at TMDB")
      }
    }
  }

  /// Their column, before the title.
  ///
  /// - Parameter implied: a mark that all titles of the page have.
  static func column<Row>(
    without implied: Mark? = nil, on screen: Screen, of title: @escaping (Row) -> JSONView<Title>
  ) -> Table<Row>.Column {
    .column("", style: .accent, leavesAs: 4) { row in
      of(title(row)).filter { $0 != implied }.map { $0.sign(on: screen) }.joined()
    }
  }

  /// A watched title is also on the watchlist, and gets only the watched mark.
  static func of(_ title: JSONView<Title>) -> [Mark] {
    let state = title.userState
    let place: [Mark] = state.isWatched == true ? [.watched] : state.isOnWatchlist == true ? [.watchlist] : []
    return place + (state.isFavorite == true ? [.favorite] : []) + (title.isGone == true ? [.gone] : [])
  }

  /// `• on the watchlist, ✓ watched`, a dim line with its end; empty if the table shows no mark.
  ///
  /// - Parameter table: its first column is that of the marks.
  static func legend(
    _ titles: [JSONView<Title>], without implied: Mark? = nil, in table: Table<some Any>, on screen: Screen
  ) -> String {
    guard table.shows(0, on: screen) else { return "" }
    let found = titles.flatMap(of)
    let shown = Mark.allCases.filter { $0 != implied && found.contains($0) }
    guard !shown.isEmpty else { return "" }
    let text = shown.map { "\($0.sign(on: screen)) \($0.meaning)" }.joined(separator: ", ")
    return screen.remark(text)
  }
}
