package import JSONRPC

/// An imported row about which upstream could not be queried: all data needed to import it later.
package struct PendingTitle: Sendable, Equatable {
  /// Ascending in the library; 0 for a row that is not stored yet.
  package var id: Int64 = 0
  package var list: LibraryList
  /// The same for rows about the same title, as far as their files tell.
  package var identity: String
  /// The most certain first, as on the wire.
  package var keys: [TitleKey] = []
  package var title: String?
  package var originalTitle: String?
  package var year: Int?
  package var mediaType: Title.MediaType?
  package var imdbID: String?
  package var addedAt: Timestamp
  package var note = ""
  /// Nil: not watched.
  package var watchedAt: Timestamp?
  package var watchedOn: Timestamp? { watchedAt?.knownDay }
  /// The import that it came with; nil: that cannot be undone.
  package var change: Int64?
  /// The outcome of the last try, as in `unmatched` of `library.import`.
  package var kind: String
  package var message: Message

  package init(_ list: LibraryList, identity: String, addedAt: Timestamp, kind: String, message: Message) {
    (self.list, self.identity, self.addedAt) = (list, identity, addedAt)
    (self.kind, self.message) = (kind, message)
  }

  /// The kind of rows that are tried again. All others have their answer.
  package static let unavailable = "unavailable"
}

extension PendingTitle: JSONObject {
  package static let shape = Shape<Self>("PendingTitle") {
    Member("list", \.list, "The list the title is for.")
    Member("keys", \.keys, "From the file.", each: "A key of TMDB or IMDb.")
    Member("title", \.title, "From the file.")
    Member("year", \.year, "From the file.")
    Member("media_type", \.mediaType, "From the file.")
    Member("added_at", \.addedAt, "When it was added to the list in the file.")
    Member("note", \.note, "Your note.")
    Member("watched", \.watchedAt, "Marked as watched.") { $0 != nil }
    Member("watched_at", \.watchedOn, "When it was watched; null also if that is unknown.")
    Member(
      "kind", \.kind, "Result of the last try. unavailable: it is tried again; the others are final.",
      words: ["not_found", "ambiguous", "unavailable", "forbidden"])
    Member.message(\.message, "The reason, for people.")
  }

  package static let page = Shape<Page<PendingTitle>>("PendingPage") { Page.members() }
}
