package import MovieProtocol

extension Library {
  /// One page of the pending titles, in the order in which they were added, the total, and the `id` of the
  /// last of all.
  package func pending(
    of profile: String, page: Int, pageSize: Int
  ) async throws(LibraryError) -> (titles: [PendingTitle], total: Int, last: Int64) {
    try await read { database in
      let pending = PendingTable(database, of: profile)
      return (
        try pending.titles(TitlePage.rows(page: page, pageSize: pageSize) ?? 0..<0), try pending.count(),
        try pending.last()
      )
    }
  }

  /// Some of the titles to be tried again, beginning after `id`.
  package func pending(
    of profile: String, after id: Int64, limit: Int
  ) async throws(LibraryError) -> [PendingTitle] {
    try await read { try PendingTable($0, of: profile).toTry(after: id, limit) }
  }

  /// The number of titles to be tried again, by profile.
  package func pendingCounts() async throws(LibraryError) -> [(profile: String, count: Int)] {
    try await read(PendingTable.countsToTry)
  }

  /// - Returns: the number of titles removed.
  package func clearPending(of profile: String) async throws(LibraryError) -> Int {
    try await write { try PendingTable($0, of: profile).removeAll() }
  }
}
