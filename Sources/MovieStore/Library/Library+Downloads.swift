import GRDB
import JSONRPC
package import MovieProtocol

extension StoredDownload: StoredRow {
  static let empty = Self(
    key: .itunes(0), title: "", mediaType: .movie, language: "", region: "", createdAt: .epoch, assets: [])
  static let columns: [Column<Self>] = [
    Column(known: "key", \.key), Column("title", \.title), Column("imdb_id", \.imdbID),
    Column("language", \.language), Column("region", \.region), Column("created_at", \.createdAt),
    Column("is_paused", \.isPaused), Column("is_deleted", \.isDeleted),
  ]
}

extension StoredDownload.Asset: StoredRow {
  static let empty = Self(.detail)
  static let columns: [Column<Self>] = [
    Column(known: "kind", \.kind), Column(known: "state", \.state), Column("source", \.source),
    Column("bytes", \.bytes, in: StoredBounds.bytes),
    Column("total_bytes", \.totalBytes, from: { $0.map(StoredBounds.bytes.nearest) }, to: { $0 }),
    Column("content_type", \.contentType), Column("tries", \.tries, in: StoredBounds.count),
    Column("restarts", \.restarts, in: StoredBounds.count), Column("error_kind", \.errorKind),
    Column("error_message", \.errorMessage), Column("finished_at", \.finishedAt),
  ]

  private var errorKind: String? {
    get { fault?.kind }
    set { fault = newValue.map { Failure(kind: $0, message: .words("")) } }
  }

  private var errorMessage: Message? {
    get { fault?.message }
    set { fault = newValue.flatMap { message in fault.map { Failure(kind: $0.kind, message: message) } } }
  }
}

extension Library {
  /// All downloads, in the order in which they were requested.
  static func downloads(_ database: Database) throws -> [StoredDownload] {
    let order = Download.Asset.Kind.allCases
    return try Row.fetchAll(
      database, sql: "SELECT \(StoredDownload.names), facts FROM download ORDER BY place"
    ).compactMap { row in
      guard var download = try StoredDownload.read(row), let mediaType = download.key.mediaType else {
        return nil
      }
      download.mediaType = mediaType
      // If another version has written facts that this one cannot read, the rest is still a download.
      download.year = (row.value("facts") as Title?)?.year
      download.assets = try StoredDownload.Asset.all("FROM asset WHERE key = ?", [download.key], database)
        .sorted { (order.firstIndex(of: $0.kind) ?? 0) < (order.firstIndex(of: $1.kind) ?? 0) }
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
          let row = download.values + ["facts": texts.facts, "detail": texts.detail, "facts_at": factsAt]
          let updates = row.updates(but: ["key", "created_at"])
          try database.write("INSERT INTO download", row, "ON CONFLICT (key) DO UPDATE SET \(updates)")
        } else {
          try database.run(
            "UPDATE download SET is_paused = ?, is_deleted = ? WHERE key = ?",
            [download.isPaused, download.isDeleted, download.key])
        }
        // An asset of a download that was deleted in the meantime is not written.
        for asset in download.assets {
          try database.write(
            "INSERT OR REPLACE INTO asset", ["key": download.key] + asset.values,
            "WHERE EXISTS (SELECT 1 FROM download WHERE key = ?1)")
        }
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
      try keys.compactMap { key in
        try database.first("SELECT facts FROM download WHERE key = ?", [key])
          .map { try StoredTitleRow.title(facts: $0) }
      }
    }
  }
}
