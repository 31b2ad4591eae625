import GRDB
import JSONRPC
package import MovieProtocol

extension Library {
  /// All downloads, in the order in which they were requested.
  static func downloads(_ database: Database) throws -> [StoredDownload] {
    var assets: [TitleKey: [StoredDownload.Asset]] = [:]
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT key, kind, state, source, bytes, total_bytes, content_type, tries, restarts, error_kind,
          error_message, finished_at
        FROM asset
        """)
    while let row = try rows.next() {
      guard let key: TitleKey = row.value(at: 0), let asset = try asset(row) else { continue }
      assets[key, default: []].append(asset)
    }
    let order = Download.Asset.Kind.allCases
    return try Row.fetchAll(
      database,
      sql: """
        SELECT key, title, language, region, created_at, is_paused, is_deleted, imdb_id, facts FROM download
        ORDER BY place
        """
    ).compactMap { row in
      guard let key: TitleKey = row.value(at: 0), let mediaType = key.mediaType else { return nil }
      var download = StoredDownload(
        key: key, title: try row.decode(atIndex: 1), mediaType: mediaType, imdbID: try row.decode(atIndex: 7),
        language: try row.decode(atIndex: 2), region: try row.decode(atIndex: 3),
        createdAt: try row.seconds(at: 4),
        assets: (assets[key] ?? []).sorted {
          (order.firstIndex(of: $0.kind) ?? 0) < (order.firstIndex(of: $1.kind) ?? 0)
        })
      download.isPaused = try row.decode(atIndex: 5)
      download.isDeleted = try row.decode(atIndex: 6)
      // If another version has written facts that this one cannot read, the rest is still a download.
      download.year = Title(facts: try row.decode(atIndex: 8))?.year
      return download
    }
  }

  /// Writes all of `downloads` or none. A new download needs its detail.
  ///
  /// - Parameters:
  ///   - details: the details to store from now on, by title key.
  ///   - factsAt: when TMDB sent these; nil: they are not TMDB's.
  package func save(
    _ downloads: [StoredDownload], details: [TitleKey: TitleDetail] = [:], factsAt: Timestamp? = nil
  ) async throws(LibraryError) {
    // Encode before the transaction, because it takes long.
    let details = details.mapValues(\.withoutIMDbFacts)
    let texts = details.mapValues { (facts: $0.title.facts, detail: $0.facts) }
    try await write { database in
      for download in downloads {
        if let texts = texts[download.key] {
          let title = details[download.key]?.title
          let factsAt = try title.flatMap { try StoredTitleRow.factsAt($0, factsAt, database) }
          try Self.keep(download, texts.facts, texts.detail, factsAt, database)
        } else {
          try database.cachedStatement(
            sql: "UPDATE download SET is_paused = ?, is_deleted = ? WHERE key = ?"
          ).execute(arguments: [download.isPaused, download.isDeleted, download.key])
        }
        for asset in download.assets { try Self.save(asset, of: download.key, database) }
      }
    }
    await forgetInIndex(Array(details.keys))
  }

  /// Removes a download that is marked as deleted.
  package func removeDownload(_ key: TitleKey) async throws(LibraryError) {
    try await write { database in
      // Its assets are deleted with it.
      try database.execute(sql: "DELETE FROM download WHERE key = ? AND is_deleted", arguments: [key])
    }
  }

  /// Downloaded titles, as lists show them, in the order of `keys`.
  package func downloaded(_ keys: [TitleKey]) async throws(LibraryError) -> [Title] {
    try await read { database in
      let statement = try database.cachedStatement(sql: "SELECT facts FROM download WHERE key = ?")
      return try keys.compactMap { key in
        try String.fetchOne(statement, arguments: [key]).map { try StoredTitleRow.title(facts: $0) }
      }
    }
  }

  private static func keep(
    _ download: StoredDownload, _ facts: String, _ detail: String, _ factsAt: Timestamp?, _ database: Database
  ) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO download (key, title, imdb_id, facts, detail, language, region, created_at, is_paused,
          is_deleted, facts_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (key) DO UPDATE SET title = excluded.title, imdb_id = excluded.imdb_id,
          facts = excluded.facts, detail = excluded.detail, language = excluded.language,
          region = excluded.region, is_paused = excluded.is_paused, is_deleted = excluded.is_deleted,
          facts_at = excluded.facts_at
        """
    ).execute(arguments: [
      download.key, download.title, download.imdbID, facts, detail, download.language, download.region,
      download.createdAt.seconds, download.isPaused, download.isDeleted, factsAt?.seconds,
    ])
  }

  private static func save(_ asset: StoredDownload.Asset, of key: TitleKey, _ database: Database) throws {
    // An asset of a download that was deleted in the meantime is not written.
    try database.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO asset (key, kind, state, source, bytes, total_bytes, content_type, tries,
          restarts, error_kind, error_message, finished_at)
        SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12
        WHERE EXISTS (SELECT 1 FROM download WHERE key = ?1)
        """
    ).execute(arguments: [
      key, asset.kind.rawValue, asset.state.rawValue, asset.source, asset.bytes, asset.totalBytes,
      asset.contentType, asset.tries, asset.restarts, asset.fault?.kind, asset.fault?.message.column,
      asset.finishedAt?.seconds,
    ])
  }

  /// Nil for a kind that only another version knows.
  private static func asset(_ row: Row) throws -> StoredDownload.Asset? {
    let (kind, state): (String, String) = (try row.decode(atIndex: 1), try row.decode(atIndex: 2))
    guard let kind = Download.Asset.Kind(rawValue: kind),
      let state = StoredDownload.Asset.State(rawValue: state)
    else { return nil }
    var asset = StoredDownload.Asset(kind, source: try row.decode(atIndex: 3))
    asset.state = state
    asset.bytes = try row.number(at: 4, in: StoredBounds.bytes)
    asset.totalBytes = try row.numberIfPresent(at: 5, in: StoredBounds.bytes)
    asset.contentType = try row.decode(atIndex: 6)
    asset.tries = try row.number(at: 7, in: StoredBounds.count)
    asset.restarts = try row.number(at: 8, in: StoredBounds.count)
    let (fault, message): (String?, String?) = (try row.decode(atIndex: 9), try row.decode(atIndex: 10))
    if let fault, let message { asset.fault = Failure(kind: fault, message: Message(column: message)) }
    asset.finishedAt = try row.secondsIfPresent(at: 11)
    return asset
  }
}
