/// What a profile has stored about a title on one of its lists.
///
///     {"added_at":"2026-11-21T09:30:00Z","note":"","watched":false,"watched_at":null,"rev":42}
package struct LibraryEntry: Sendable, Equatable {
  package var addedAt: Timestamp
  package var note: String
  /// Nil: not watched; ``Timestamp/unknownDay``. For a favourite this is the watchlist's value.
  package var watchedAt: Timestamp?
  /// The library's `rev` at this entry's last change.
  package var revision: Int

  package init(addedAt: Timestamp, note: String = "", watchedAt: Timestamp? = nil, revision: Int) {
    (self.addedAt, self.note, self.watchedAt, self.revision) = (addedAt, note, watchedAt, revision)
  }

  package var isWatched: Bool { watchedAt != nil }
  /// Nil also if the day is unknown.
  package var watchedOn: Timestamp? { watchedAt?.knownDay }
}

extension Timestamp {
  /// When a title was watched of which only that is known.
  package static let unknownDay = epoch
  package var knownDay: Timestamp? { self == .unknownDay ? nil : self }
}

extension LibraryEntry: JSONObject {
  package static let shape = Shape<Self>("LibraryEntry") {
    Member("added_at", \.addedAt, "When it was added to the list.")
    Member("note", \.note, "The user's note; always \"\" for a favourite.")
    Member("watched", \.isWatched, "Marked as watched, on the watchlist.")
    Member("watched_at", \.watchedOn, "When it was watched or marked; null also if that is unknown.")
    Member("rev", \.revision, "The library's rev of the entry's last change; use it as if_rev.")
  }
}

/// The lists of a profile.
package enum LibraryList: String, JSONScalar, CaseIterable { case watchlist, favorites }
