import JSONRPC

// Titles that are added to the built-in catalogue.

package enum CatalogueImportMethod: RPCMethod {
  package static let file = Param(
    required: "file", .form(.file), "A file owned by the user who runs the daemon, plain or packed by gzip.")

  package static let acceptLicense = Param(
    "accept_license", .boolean, default: false,
    "You accept the terms of IMDb's files: personal and non-commercial use. Needed once.")

  package static let method = Method(
    "catalogue.import", "add titles from a file to the catalogue",
    description: """
      The file is one of TMDB's daily exports of film or series IDs, or one of IMDb's files title.basics, \
      title.ratings and title.akas, or has a JSON object per line: its content tells. The manual's page \
      about data has the form of the lines. An import adds titles, and its facts replace those of titles \
      that are there; it removes none. IMDb's files only complete titles, and are `forbidden` (`needs` \
      license) until one with accept_license has succeeded. The catalogue is built again with them, and \
      the old one answers until the new one is complete; after an error nothing has changed. Topic \
      `server` reports the progress in percent. It goes on when its client is gone. There is no timeout; \
      catalogue.cancel ends it. Only one import runs at a time, else `conflict` with the state importing. \
      A file that cannot be read, is damaged or has no titles is `invalid_params`, with read and skipped.
      """,
    parameters: [file, acceptLicense],
    result: CatalogueChange.shape.schema,
    errors: [.conflict, .forbidden, .storageError],
    example: ["file": "/home/me/movie_ids_07_29_2026.json.gz"])
}

package enum CatalogueUpdateMethod: RPCMethod {
  package static let method = Method(
    "catalogue.update", "fetch TMDB's daily export and add its titles to the catalogue",
    description: """
      The names and the popularity of all films and series, about 40 MB; no key is needed. The newest \
      export is fetched, unless the catalogue has it already: then changed is false. What a broken \
      connection left is continued, after 2, 4 and 8 seconds, then by the next update. The rest is as for \
      catalogue.import. With the setting catalogue.update weekly the daemon does the same by itself, and \
      `status` says when and why it waits.
      """,
    result: CatalogueChange.shape.schema,
    errors: [.conflict, .storageError, .notAvailable, .upstreamUnavailable])
}

package enum CatalogueCancelMethod: RPCMethod {
  package static let method = Method(
    "catalogue.cancel", "end an import of the catalogue",
    description: """
      Applies to catalogue.import and catalogue.update, of any connection, which are answered `cancelled` \
      a moment later; nothing is imported. changed is false if none was in progress.
      """,
    result: Changed.shape.schema)
}

/// Why a line is not imported: a name in `skipped`.
package enum CatalogueImportReason: String, Sendable, CaseIterable {
  case notJSON = "not_json"
  /// JSON, but nothing that names a title.
  case notTitle = "not_title"
  case tooLong = "too_long"
  case titleTooLong = "title_too_long"
  case duplicate, adult, person
  /// Of IMDb's files: another number of columns, or a cell that is not of its kind.
  case malformed
  /// Neither a film nor a series.
  case otherType = "other_type"
  /// The catalogue does not have the title.
  case unmatched
  /// The catalogue has one title of that name, and IMDb several.
  case ambiguous
  case tooMany = "too_many"
}

/// What `catalogue.import` and `catalogue.update` answer.
package enum CatalogueChange {
  package static let shape = Shape<
    (
      changed: Bool, titles: Int, read: Int, added: Int, updated: Int, skipped: JSONMap<Int>,
      exportDay: String?
    )
  >("CatalogueChange") {
    Member("changed", \.changed, "false: the catalogue has the newest export already.")
    Member("titles", \.titles, "Titles that are searched.")
    Member("read", \.read, "Lines read.")
    Member("added", \.added, "Titles that the catalogue did not have.")
    Member("updated", \.updated, "Titles that it had.")
    Member(
      "skipped", \.skipped,
      """
      Lines that were not imported, by reason: not_json; not_title: without a media type, a number or a title; \
      too_long: over 256 KiB; title_too_long: over 1,000 bytes; duplicate; adult; person: of TMDB's export of people; \
      too_many: beyond two million titles. Of IMDb's files: malformed; other_type: neither a film nor a series; \
      unmatched: no title of the catalogue, or several; ambiguous: several of IMDb's titles have that name.
      """, each: "Their number.")
    Member("export_day", \.exportDay, .day, "Day of TMDB's export that catalogue.update imported last.")
  }
}
