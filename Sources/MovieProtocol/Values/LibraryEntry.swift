package import JSONRPC

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

  package func write(into writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("added_at", Timestamp.text(addedAt))
      writer.member("note", note)
      writer.member("watched", watchedAt != nil)
      writer.member("watched_at", watchedAt.map(Timestamp.text))
      writer.member("rev", revision)
    }
  }

  package static let schema = Schema.named(
    .init(
      "LibraryEntry",
      .object([
        .init("added_at", .text("When it was put on the list.")),
        .init("note", .text("The user's words; \"\" of a favourite.")),
        .init("watched", .boolean("Marked as watched, on the watchlist.")),
        .init("watched_at", .optional(.text("Since when."))),
        .init("rev", .integer("The library's rev of the entry's last change; for if_rev.")),
      ])))
}

/// The lists of a profile.
package enum LibraryList: String, Sendable, CaseIterable { case watchlist, favorites }
