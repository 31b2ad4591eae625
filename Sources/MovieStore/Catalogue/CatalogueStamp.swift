import GRDB

/// Says which program made a catalogue and of what. A file is used only when its stamp is the wanted one.
struct CatalogueStamp: Equatable, Sendable {
  var format = CatalogueSchema.format
  /// The day of the facts; nil for a catalogue of nothing.
  var asOf: String?
  /// See `CatalogueSource.fingerprint`.
  var source: String
  var titles: Int

  static let empty = CatalogueStamp(asOf: nil, source: "none", titles: 0)

  func write(_ database: Database) throws {
    var values = ["format": String(format), "source": source, "titles": String(titles)]
    values["as_of"] = asOf
    for (name, value) in values {
      try database.execute(sql: "INSERT INTO meta (name, value) VALUES (?, ?)", arguments: [name, value])
    }
    // The two integers of the header that are the application's, https://sqlite.org/fileformat.html.
    try database.execute(sql: "PRAGMA user_version = \(format)")
    try database.execute(sql: "PRAGMA application_id = \(CatalogueSchema.applicationID)")
  }

  /// - Throws: `CatalogueError` with `.stamp` when the file is no catalogue of this format or not whole;
  ///   `DatabaseError` when it cannot be read.
  init(reading database: Database) throws {
    let version = try Int.fetchOne(database, sql: "PRAGMA user_version")
    guard version == CatalogueSchema.format else {
      throw CatalogueError(.stamp, "it is of format \(version ?? 0), not \(CatalogueSchema.format)")
    }
    guard try CatalogueSchema.fits(database) else {
      throw CatalogueError(.database, "its tables are not those of format \(CatalogueSchema.format)")
    }
    var values: [String: String] = [:]
    for row in try Row.fetchAll(database, sql: "SELECT name, value FROM meta") {
      let name: String = try row.decode(atIndex: 0)
      values[name] = try row.decode(atIndex: 1)
    }
    guard let source = values["source"], let titles = values["titles"].flatMap({ Int($0) }),
      values["format"] == String(CatalogueSchema.format),
      try Int.fetchOne(database, sql: "SELECT max(rank) FROM title") ?? 0 == titles
    else { throw CatalogueError(.database, "it lacks a part of what its stamp says") }
    self.init(asOf: values["as_of"], source: source, titles: titles)
  }

  init(asOf: String?, source: String, titles: Int) {
    self.asOf = asOf
    self.source = source
    self.titles = titles
  }
}
