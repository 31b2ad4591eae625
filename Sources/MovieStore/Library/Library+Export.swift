import GRDB
package import MovieProtocol

extension Library {
  /// The entries after `cursor`, each with the cursor that continues after it.
  ///
  /// Settings by name, people by key, entries by their last change, searches by their last time: an item that changes during
  /// an export moves to the end, so that it is exported once more, and none is left out.
  ///
  /// - Parameters:
  ///   - cursor: nil: from the beginning.
  ///   - limit: the maximum number; fewer are returned only at the end.
  package func export(
    of profile: String, after cursor: ExportCursor?, limit: Int, language: String = ""
  ) async throws(LibraryError) -> [(entry: ExportedEntry, cursor: ExportCursor)] {
    try await read { database in
      var found: [(entry: ExportedEntry, cursor: ExportCursor)] = []
      var (name, identity, revision, search) = ("" as String?, "" as String?, 0, (Int64.min, ""))
      switch cursor {
      case nil: break
      case .setting(let last)?: name = last
      case .followed(let last)?: (name, identity) = (nil, last)
      case .entry(let last)?: (name, identity, revision) = (nil, nil, last)
      case .search(let at, let folded)?:
        (name, identity, revision, search) = (nil, nil, Int.max, (at, folded))
      }
      if let name { found += try Self.settings(of: profile, after: name, limit, database) }
      if let identity, found.count < limit {
        found += try FollowedTable(database, of: profile).people(after: identity, limit - found.count).map {
          (.followed($0), .followed(identity: $0.identity))
        }
      }
      if found.count < limit, revision < Int.max {
        found += try Self.entries(of: profile, after: revision, limit - found.count, language, database)
      }
      if found.count < limit {
        found += try HistoryTable(database, of: profile).searches(after: search, limit - found.count).map {
          (.search($0.search), .search(at: $0.at, folded: $0.folded))
        }
      }
      return found
    }
  }

  private static func settings(
    of profile: String, after name: String, _ limit: Int, _ database: Database
  ) throws -> [(entry: ExportedEntry, cursor: ExportCursor)] {
    // There are few, and settings of another version are skipped.
    let found = try SettingTable(database).settings(of: profile, after: name).compactMap { setting in
      setting.value.flatMap { ExportedSetting(name: setting.name, json: $0) }.map {
        (entry: ExportedEntry.setting($0), cursor: ExportCursor.setting(name: setting.name))
      }
    }
    return Array(found.prefix(limit))
  }

  private static func entries(
    of profile: String, after revision: Int, _ limit: Int, _ language: String, _ database: Database
  ) throws -> [(entry: ExportedEntry, cursor: ExportCursor)] {
    // Sort before looking up the facts, which are long.
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT \(StoredTitle.names), \(LibraryEntry.names(of: "page")), page.list
        FROM (SELECT * FROM entry WHERE profile = ? AND revision > ? ORDER BY revision LIMIT ?) AS page
        JOIN title USING (key) ORDER BY page.revision
        """, arguments: [profile, revision, limit])
    var found: [(entry: ExportedEntry, cursor: ExportCursor)] = []
    while let row = try rows.next() {
      guard let list: LibraryList = row.value("list"),
        let title = try StoredTitle.read(row)?.withTexts(language, database),
        let entry = try LibraryEntry.read(row, at: StoredTitle.columns.count)
      else {
        throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "an entry cannot be decoded")
      }
      let exported = ExportedTitle(list, title.title, imdbID: title.imdbID, entry)
      found.append((.title(exported), .entry(revision: entry.revision)))
    }
    return found
  }
}
