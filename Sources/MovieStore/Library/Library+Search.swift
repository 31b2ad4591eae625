import GRDB
package import MovieProtocol

extension Library {
  /// The maximum number of matches used, the best ones.
  package static let maxFound = 200
  private static let maxNear = 20

  /// Titles on the lists of a profile, and downloaded ones, by the rules of the catalogue's search.
  ///
  /// - Parameter profile: nil: downloaded titles only.
  package func search(
    _ question: TitleQuestion, _ mediaType: Title.MediaType?, year: Int?, profile: String?,
    language: String = ""
  ) async throws(LibraryError) -> [Title] {
    try await readWithIndex { index, database in
      try index.refresh(database)
      var found: [Title] = []
      for key in index.keys(question, mediaType, year: year) where found.count < Self.maxFound {
        if let title = try StoredTitleIndex.title(key, of: profile, language, database) {
          found.append(title)
        }
      }
      return found
    }
  }

  /// Of these titles, those that are called so.
  package func named(
    _ name: TitleName.Reading, among keys: Set<TitleKey>, language: String = ""
  ) async throws(LibraryError) -> [Title] {
    try await titles(language) { $0.keys(name, among: keys) }
  }

  /// Of these titles, those whose names resemble the words, the nearest first.
  package func near(
    _ name: TitleName, among keys: Set<TitleKey>, language: String = ""
  ) async throws(LibraryError) -> [Title] {
    try await titles(language) { Array($0.near(name, among: keys).prefix(Self.maxNear)) }
  }

  private func titles(
    _ language: String, _ keys: @Sendable (StoredTitleIndex) -> [TitleKey]
  ) async throws(LibraryError) -> [Title] {
    try await readWithIndex { index, database in
      try index.refresh(database)
      return try keys(index).compactMap { try StoredTitleIndex.title($0, language, database) }
    }
  }

  /// All stored data of a title: that of a download, or that of a list of the profile. Nil: none.
  package func detail(
    _ key: TitleKey, profile: String?, language: String = ""
  ) async throws(LibraryError) -> TitleDetail? {
    try await read { database in
      let (column, value) =
        if case .imdb(let id) = key { ("imdb_id", id) } else { ("key", key.text) }
      let kept: String? = try database.first(
        "SELECT detail FROM download WHERE \(column) = ? AND NOT is_deleted", [value])
      // If another version has written data that this one cannot read, the list may have the title.
      if var detail = kept.flatMap({ TitleDetail(facts: $0) }) {
        let key = detail.title.key
        if let profile, try EntryTable(database, of: profile).isListed(key),
          let texts = try StoredTexts.exact(key, language, database)
        {
          detail.title.copyTexts(of: texts.title)
        }
        detail.title.source = .library
        return detail
      }
      let stored = try StoredTitle.first(
        """
        FROM title WHERE \(column) = ?
          AND EXISTS (SELECT 1 FROM entry WHERE entry.key = title.key AND profile = ?)
        """, [value, profile], database)
      guard let stored = try stored?.withTexts(language, database) else { return nil }
      var detail = TitleDetail(stored.title.asStored)
      detail.imdbID = stored.imdbID
      detail.isPartial = true
      return detail
    }
  }
}
