import GRDB
package import MovieProtocol

/// A title of a watchlist that may still have a release.
package struct AwaitedTitle: Sendable, Equatable {
  package var key: TitleKey
  /// As it was when the title was added.
  package var releaseDate: String?

  package init(key: TitleKey, releaseDate: String?) {
    (self.key, self.releaseDate) = (key, releaseDate)
  }
}

extension AwaitedTitle: StoredRow {
  static let empty = Self(key: .itunes(0), releaseDate: nil)
  static let columns: [Column<Self>] = [Column(known: "key", \.key), Column("release_date", \.releaseDate)]
}

extension Library {
  /// The watchlist of a profile without the films it has watched. A watched series may have further episodes.
  package func awaited(profile: String) async throws(LibraryError) -> [AwaitedTitle] {
    try await read { database in
      try AwaitedTitle.all(
        """
        FROM entry JOIN title USING (key)
        WHERE profile = ? AND list = 'watchlist' AND (watched_at IS NULL OR media_type = 'tv')
        """, [profile], database)
    }
  }

  /// Titles on lists by their keys, each with its sort key; titles on no list are omitted.
  package func titles(
    _ keys: [TitleKey], language: String = ""
  ) async throws(LibraryError) -> [(title: Title, order: String)] {
    try await read { database in
      try keys.compactMap { key in
        try StoredTitleRow.title(key, language, database).map { ($0, StoredTitleRow.sortTitle($0)) }
      }
    }
  }
}
