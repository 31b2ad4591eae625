/// What a profile has stored about a title on one of its lists.
///
///     {"added_at":"2026-11-21T09:30:00Z","note":"","watched":false,"watched_at":null,"version":42}
package struct LibraryEntry: Sendable, Equatable {
  package var addedAt: Timestamp
  package var note: String
  /// Nil: not watched; ``Timestamp/unknownDay``.
  package var watchedAt: Timestamp?
  /// That of the library at this entry's last change.
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
  package static let shape = Shape<Self>("WatchlistEntry") {
    Member("added_at", \.addedAt, "When it was added to the list.")
    Member("note", \.note, "The user's note.")
    Member("watched", \.isWatched, "Marked as watched.")
    Member("watched_at", \.watchedOn, "When it was watched or marked; null also if that is unknown.")
    Member("version", \.revision, aboutVersion)
  }

  package static let favorite = Shape<Self>("FavoriteEntry") {
    Member("added_at", \.addedAt, "When it was added to the favourites.")
    Member("version", \.revision, aboutVersion)
  }

  /// An entry of a list.
  package static func shape(_ list: LibraryList) -> Shape<Self> { list == .watchlist ? shape : favorite }

  /// Favourites have fewer members.
  static let ofEitherList = Schema.NamedSchema(
    "LibraryEntry",
    .object(
      shape.fields.map { field in
        Field(field.name, field.schema, isRequired: favorite.fields.contains { $0.name == field.name })
      }))

  private static let aboutVersion = "The library's version at the entry's last change; use it as if_version."
}

/// The lists of a profile.
package enum LibraryList: String, JSONScalar, CaseIterable { case watchlist, favorites }
