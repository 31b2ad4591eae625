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
      title.ratings and title.akas, or has a JSON object per line: its content tells. An import adds titles, \
      and its facts replace those of titles that are there; it removes none. IMDb's files only complete titles. \
      The catalogue is built again with them, and the old one answers until the new one is complete. Topic `server` reports the \
      progress. There is no timeout; catalogue.cancel ends it. Only one import runs at a time.
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
      The names and the popularity of all films and series, about 40 MB; no key is needed. The newest export \
      is fetched, unless the catalogue has it already. What a broken connection left is continued by the next \
      update. The rest is as for catalogue.import.
      """,
    result: CatalogueChange.shape.schema,
    errors: [.conflict, .storageError, .notAvailable, .upstreamUnavailable])
}

package enum CatalogueCancelMethod: RPCMethod {
  package static let method = Method(
    "catalogue.cancel", "end an import of the catalogue",
    description: "Applies to catalogue.import and catalogue.update, of any connection; nothing is imported.",
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
    Member("skipped", \.skipped, "Lines that were not imported, by reason.", each: "Their number.")
    Member("export_day", \.exportDay, .day, "Day of TMDB's export that catalogue.update imported last.")
  }
}
