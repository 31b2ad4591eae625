package import JSONRPC

// Exports and imports everything that a profile owns.

package enum LibraryExportMethod: RPCMethod {
  package static let cursor = Param(
    "cursor", .text(1...1000, trimmed: false), "next from the previous answer; default: the beginning.")

  package static let method = Method(
    "library.export", "export the profile's lists, searches and settings",
    description: """
      The export comes in parts of at most 200 entries: send next as the cursor of the next request until \
      next is null. A cursor stays valid after any change and after a restart. The order is settings, the \
      people that it follows, the titles of both lists, then searches; titles and searches from the oldest change \
      to the newest. An entry that \
      changes meanwhile may appear twice, one that is removed not at all. Secrets are left out. title and \
      imdb_id of a title that an age limit hides are null. Kinds may be added: keep entries of kinds that \
      you do not know. library.import reads the answers unchanged.
      """,
    parameters: [cursor],
    result: answer.schema,
    errors: [.notFound, .forbidden, .storageError])

  package static let answer = Shape<(entries: [Encoded<ExportedEntry>], next: String?)>("Export") {
    Member("entries", \.entries, "At most 200.", each: "One thing the profile owns; kind says what it is.")
    Member("next", \.next, "The cursor of the next part; null at the end.")
  }
}

package enum LibraryImportMethod: RPCMethod {
  package static let file = Param(
    required: "file", .form(.file), "A file owned by the user who runs the daemon, at most 64 MiB.")
  package static let format = Param(
    "format", .choice(ImportFormat.self),
    """
    The file's format: movierpc is library.export's; the others are CSV or JSON, or a ZIP of letterboxd or trakt. \
    Default: found out from the file's beginning.
    """)
  package static let dryRun = Param("dry_run", .boolean, default: false, "Only reports what would change.")

  package static let method = Method(
    "library.import", "import titles from a file into the library",
    description: """
      An import never removes or replaces an entry: it adds titles, marks them as watched and fills in \
      missing notes, so that a file may be imported twice. All matched titles are stored together, or none \
      is. Titles without a TMDB number are searched for, after the requests of all clients; topic `server` \
      reports the progress as a task library.import. The import goes on when its connection ends. There is \
      no timeout; library.import.cancel ends it, and library.undo undoes it. Only one import runs at a \
      time, else `conflict` with the state importing. The file is a regular file, not a symbolic link, in \
      UTF-8; a ZIP is read as it was downloaded. Files of letterboxd and trakt that look the same inside are \
      told apart by their names: any other name is refused. What was watched more than a day ahead of the \
      daemon's clock was watched on an unknown day, which dropped tells. The manual's page about the library \
      says which file goes to which list, and what is not kept.
      """,
    parameters: [file, format, dryRun],
    result: LibraryImportResult.shape.schema,
    errors: [.conflict, .storageError, .limitExceeded, .notFound, .forbidden],
    example: ["file": "/home/me/watchlist.csv", "format": "letterboxd", "dry_run": true])
}

package enum LibraryImportCancelMethod: RPCMethod {
  package static let method = Method(
    "library.import.cancel", "end an import into the library",
    description: """
      Applies to the library.import that is in progress, of any connection and profile; nothing is imported. \
      changed is false if there is none, or if it is being written already.
      """,
    result: Changed.shape.schema)
}

package enum LibraryUndoMethod: RPCMethod {
  package static let id = Param(
    "id", .integer(1...9_007_199_254_740_991),
    "change of the answer of library.import; default: the last import.")

  package static let method = Method(
    "library.undo", "undo the profile's last import as a whole",
    description: """
      What the import added leaves the library, and what it filled in is as before, also where a pending \
      title was found later. What was changed since stays, and is in kept. Each profile has one import \
      that can be undone, once, until the next one that changes something, also after a restart. Without \
      one, or if id is another one, the answer is `not_found`; during an import it is `conflict` with the \
      state importing.
      """,
    parameters: [id], result: LibraryUndoResult.shape.schema,
    errors: [.notFound, .conflict, .forbidden, .storageError], example: ["id": 3])
}

/// Who wrote a file for `library.import`.
package enum ImportFormat: String, Sendable, CaseIterable {
  case movierpc, letterboxd, imdb, trakt
}

package enum LibraryPendingMethod: RPCMethod {
  package static let method = Method(
    "library.pending", "list imported titles that are not matched yet",
    description: """
      In the order of the import. The daemon tries unavailable ones again when it starts, when the key, \
      the network or TMDB is back, and otherwise from time to time, and puts a title that it finds on its \
      list, as the import would have done. A title TMDB does not know stays here with the reason. At most \
      10,000 titles of a profile are pending. keys is [], and title, year and media_type are null, where \
      the profile's age limit hides the title.
      """,
    parameters: [.page, .pageSize],
    result: PendingTitle.page.schema,
    errors: [.notFound, .forbidden, .storageError])
}

package enum LibraryPendingClearMethod: RPCMethod {
  package static let method = Method(
    "library.pending.clear", "clear the pending titles",
    description:
      "Applies to this profile, and also to titles that would be tried again. Import the file again to get them back.",
    result: Changed.shape.schema,
    errors: [.notFound, .forbidden, .storageError])
}

/// What `library.import` answers.
package enum LibraryImportResult {
  package typealias Unmatched = (
    file: String?, line: Int, item: String?, title: String?, year: Int?, kind: String, message: Message,
    keys: [TitleKey]
  )
  package typealias Dropped = (file: String?, field: String?, count: Int)
  package typealias TakenFor = (watchlist: Int, watched: Int, favorites: Int)

  package typealias Value = (
    isDryRun: Bool, added: Int, updated: Int, unchanged: Int, unmatched: [Unmatched], unmatchedTotal: Int,
    pending: Int, dropped: [Dropped], change: Int64?, takenFor: TakenFor
  )

  package static let shape = Shape<Value>("Import") {
    Member("dry_run", \.isDryRun, "true: nothing was changed; the numbers say what would change.")
    Member("added", \.added, "New entries: titles, searches and settings.")
    Member("updated", \.updated, "Existing entries that changed, such as watched or a note.")
    Member("unchanged", \.unchanged, "Existing entries that did not change.")
    Member(
      "unmatched", \.unmatched, in: unmatched,
      "Entries of the file that were not imported, in its order; at most 1,000.")
    Member("unmatched_total", \.unmatchedTotal, "Number of unmatched entries.")
    Member("pending", \.pending, "Unmatched titles that are stored and tried again; see library.pending.")
    Member(
      "dropped", \.dropped, in: dropped, "What the file says and the library does not keep, in dry_run too.")
    Member("change", \.change, "What library.undo undoes it by; null: nothing was changed.")
    Member("taken_for", \.takenFor, in: takenFor, "What the titles of the file were taken for.")
  }

  package static let unmatched = Shape<Unmatched>("Unmatched") {
    Member("file", \.file, "The file of an archive; null: it is none.")
    Member("line", \.line, "Line of the file, from 1.")
    Member("item", \.item, "Place in a JSON document, as jq names it: ratings[3]; null: the line has it.")
    Member("title", \.title, "From the file.")
    Member("year", \.year, "From the file.")
    Member(
      "kind", \.kind,
      """
      malformed: the row cannot be read; ambiguous: several titles have the name; unavailable: a source that may know \
      it could not be asked, as without a key; forbidden: an age limit hides it; unsupported: nothing that is stored, \
      such as episodes and people.
      """,
      words: ["malformed", "not_found", "ambiguous", "unavailable", "forbidden", "unsupported"])
    Member.message(\.message, "The reason, for people.")
    Member("keys", \.keys, "ambiguous: up to five titles with the name.", each: "A title's key.")
  }

  package static let takenFor = Shape<TakenFor>("TakenFor") {
    Member("watchlist", \.watchlist, "Titles for the watchlist that are not watched.")
    Member("watched", \.watched, "Titles for the watchlist that are watched.")
    Member("favorites", \.favorites, "Titles for the favourites.")
  }

  package static let dropped = Shape<Dropped>("Dropped") {
    Member("file", \.file, "The file of an archive; null: it is none.")
    Member("field", \.field, "The file's name of it, such as Rating; null: the whole file.")
    Member("count", \.count, "How often; of a whole file its rows.")
  }
}

/// What `library.undo` answers.
package enum LibraryUndoResult {
  package typealias Kept = (list: String, key: String, title: String?)

  package static let shape = Shape<
    (changed: Bool, revision: Int, undone: Int, kept: [Kept], keptTotal: Int)
  >("LibraryUndone") {
    Member("changed", \.changed, "Something was undone.")
    Member("version", \.revision, "The library's version afterwards.")
    Member("undone", \.undone, "Entries, searches, settings and pending titles that are as they were before.")
    Member("kept", \.kept, in: kept, "What stays, because it was changed since; at most 1,000.")
    Member("kept_total", \.keptTotal, "Number of those that stay.")
  }

  package static let kept = Shape<Kept>("KeptChange") {
    Member(
      "list", \.list, "Where it is.", words: ["watchlist", "favorites", "searches", "settings", "follow"])
    Member("key", \.key, "Of a title; else the search or the name of the setting.")
    Member("title", \.title, "Its name; null in a profile with an age limit, and where there is none.")
  }
}
