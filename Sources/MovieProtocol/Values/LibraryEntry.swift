/// What a profile has stored about a title on one of its lists.
///
///     {"added_at":"2026-11-21T09:30:00Z","note":"","watched":false,"watched_at":null,"rev":42}
package struct LibraryEntry: Sendable, Equatable {
  /// Seconds since 1970.
  package var addedAt: Int64
  package var note: String
  /// Seconds since 1970; nil: not watched. For a favourite this is the watchlist's value.
  package var watchedAt: Int64?
  /// The library's `rev` at this entry's last change.
  package var revision: Int

  package init(addedAt: Int64, note: String = "", watchedAt: Int64? = nil, revision: Int) {
    self.addedAt = addedAt
    self.note = note
    self.watchedAt = watchedAt
    self.revision = revision
  }

  package var isWatched: Bool { watchedAt != nil }
}

extension LibraryEntry: JSONObject {
  package static let shape = Shape<Self>("LibraryEntry") {
    Member("added_at", \.addedAt, "When it was added to the list.") { Timestamp(seconds: $0) }
    Member("note", \.note, "The user's note; always \"\" for a favourite.")
    Member("watched", \.isWatched, "Marked as watched, on the watchlist.")
    Member("watched_at", \.watchedAt, "When it was marked.") { $0.map(Timestamp.init(seconds:)) }
    Member("rev", \.revision, "The library's rev of the entry's last change; use it as if_rev.")
  }
}

/// The lists of a profile.
package enum LibraryList: String, JSONScalar, CaseIterable { case watchlist, favorites }
