package import MovieProtocol

extension Library {
  /// One page of the pending titles, in the order in which they were added, the total, and the `id` of the
  /// last of all.
  package func pending(
    of profile: String, page: Int, pageSize: Int
  ) throws(LibraryError) -> (titles: [PendingTitle], total: Int, last: Int64) {
    try read { database in
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
  ) throws(LibraryError) -> [PendingTitle] {
    try read { try PendingTable($0, of: profile).toTry(after: id, limit) }
  }

  /// The number of titles to be tried again, by profile.
  package func pendingCounts() throws(LibraryError) -> [(profile: String, count: Int)] {
    try read(PendingTable.countsToTry)
  }

  /// - Returns: the number of titles removed.
  package func clearPending(of profile: String) throws(LibraryError) -> Int {
    try write { try PendingTable($0, of: profile).removeAll() }
  }
}
