import JSONRPC

// Exports and imports everything that a profile owns.

package enum LibraryExportMethod: RPCMethod {
  package static let cursor = Param(
    "cursor", .text(1...1000, trimmed: false), "next of the answer before; none: from the beginning.")

  package static let method = Method(
    "library.export", "all the profile owns, to be kept elsewhere",
    description: """
      Some of it at a time: ask again with cursor as the last answer had next, until that is null. Settings, then the \
      titles of both lists, then searches, each from the oldest change to the newest: what changes meanwhile comes, or \
      comes once more. Secrets are not in it. library.import takes the answers as they are.
      """,
    parameters: [cursor],
    result: .object([
      .init(
        "entries",
        .list(
          .anyObject("kind says what it is: watchlist, favorites, history or settings."),
          "At most 200. Each kind has fields of its own.")),
      .init("next", .optional(.text("The cursor to go on with; null: that was all."))),
    ]),
    errors: [.notFound, .forbidden, .storageError])
}

package enum LibraryImportMethod: RPCMethod {
  package static let file = Param(
    required: "file", .form(.file), "A file of the user who runs the daemon, at most 64 MiB.")
  package static let format = Param(
    required: "format", .choice(ImportFormat.self),
    "Who wrote it: library.export, or a CSV or JSON file of one of the others.")
  package static let dryRun = Param("dry_run", .boolean, default: false, "Nothing is changed, only told.")

  package static let method = Method(
    "library.import", "take titles from a file into the library",
    description: """
      Nothing that is there is lost or replaced: titles are added, marked as watched, and given the note they do not have. \
      Either all that matched is in the library when this is answered, or nothing. Titles without a number of TMDB's are \
      looked for; topic `server` tells how far that is. There is no timeout, and one import at a time.
      """,
    parameters: [file, format, dryRun],
    result: LibraryImportResult.schema,
    errors: [.conflict, .storageError, .limitExceeded, .notFound, .forbidden],
    example: ["file": "/home/me/watchlist.csv", "format": "letterboxd", "dry_run": true])
}

/// Who wrote a file for `library.import`.
package enum ImportFormat: String, Sendable, CaseIterable {
  case movierpc, letterboxd, imdb, trakt
}

package enum LibraryPendingMethod: RPCMethod {
  package static let method = Method(
    "library.pending", "titles of imports that could not be looked up",
    description: """
      In the order in which it was imported. The daemon tries again by itself when TMDB can be asked; a title that is \
      found then is put on its list. What TMDB does not know stays here, with what it said. At most 10,000 are kept.
      """,
    parameters: [.page, .pageSize],
    result: .object(
      PageCount.fields(of: PendingRow.schema, counted: "Titles that are pending; at most 10,000.")),
    errors: [.notFound, .forbidden, .storageError])
}

package enum LibraryPendingClearMethod: RPCMethod {
  package static let method = Method(
    "library.pending.clear", "forget what is pending",
    description:
      "Those of this profile, also what was to be tried again. Importing the file again brings them back.",
    result: .object([.init("changed", .boolean("There were some."))]),
    errors: [.notFound, .forbidden, .storageError])
}

/// A title of `library.pending`.
private enum PendingRow {
  static let schema = Schema.object([
    .init("list", .choice(["watchlist", "favorites"], "Where it is to be.")),
    .init("keys", .list(.text("Of TMDB or IMDb."), "As the file has them.")),
    .init("title", .optional(.text("As the file has it."))),
    .init("year", .optional(.integer("As the file has it."))),
    .init("media_type", .optional(.choice(["movie", "tv"], "As the file has it."))),
    .init("added_at", .text("When it was added to the list it comes from.")),
    .init("note", .text("Your words.")),
    .init("watched", .boolean("Marked as watched.")),
    .init("watched_at", .optional(.text("When it was watched."))),
    .init(
      "kind",
      .choice(
        ["not_found", "ambiguous", "unavailable", "forbidden"],
        "Of the last try. unavailable: it is tried again; the others have been answered.")),
    .init("reason", .text("Why, for people.")),
  ])
}

/// What `library.import` answers.
package enum LibraryImportResult {
  static let schema = Schema.object([
    .init("dry_run", .boolean("true: nothing was changed; the numbers are what would have been.")),
    .init("added", .integer("Entries of titles, searches and settings that were not there.")),
    .init(
      "updated", .integer("Entries that were there and have something new, such as watched or a note.")),
    .init("unchanged", .integer("Entries that were there.")),
    .init(
      "unmatched",
      .list(
        .object([
          .init("line", .integer("Of the file, from 1.")),
          .init("title", .optional(.text("As the file has it."))),
          .init("year", .optional(.integer("As the file has it."))),
          .init(
            "kind",
            .choice(
              ["malformed", "not_found", "ambiguous", "unavailable", "forbidden", "unsupported"],
              "unavailable: who may know it could not be asked.")),
          .init("reason", .text("Why, for people.")),
        ]), "What of the file went nowhere, in its order; at most 1,000.")),
    .init("unmatched_total", .integer("How many there are.")),
    .init("pending", .integer("Of them, those that are kept and tried again: see library.pending.")),
  ])
}
