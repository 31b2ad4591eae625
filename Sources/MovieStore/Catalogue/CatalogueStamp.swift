import GRDB

/// Identifies the program that built a catalogue and its data. A file is used only if its stamp is the
/// expected one.
struct CatalogueStamp: Equatable, Sendable {
  var format = CatalogueSchema.format
  /// The day of the facts; nil for an empty catalogue.
  var asOf: String?
  /// See `CatalogueSource.fingerprint`.
  var source: String
  var titles: Int
  /// The day of TMDB's export that was imported last.
  var exportDay: String?
  /// How many imports have succeeded.
  var imports = 0
  /// The user has accepted the terms of IMDb's files.
  var acceptsLicense = false
  /// Titles that were imported were in a file that could not be read, and have not been imported since.
  var importsLost = false

  static let empty = CatalogueStamp(asOf: nil, source: "none", titles: 0)

  func write(_ database: Database) throws {
    var values = ["format": String(format), "source": source, "titles": String(titles)]
    values["as_of"] = asOf
    values["export_day"] = exportDay
    if imports > 0 { values["imports"] = String(imports) }
    if acceptsLicense { values["imdb_license"] = "accepted" }
    values["imports_lost"] = importsLost ? "1" : nil
    for (name, value) in values {
      try database.execute(sql: "INSERT INTO meta (name, value) VALUES (?, ?)", arguments: [name, value])
    }
    // The two header fields for applications, https://sqlite.org/fileformat.html.
    try database.execute(sql: "PRAGMA user_version = \(format)")
    try database.execute(sql: "PRAGMA application_id = \(CatalogueSchema.applicationID)")
  }
}

extension CatalogueStamp {
  /// - Throws: `CatalogueError` with `.stamp` if the file is not a complete catalogue of this format;
  ///   `DatabaseError` if it cannot be read.
  init(reading database: Database) throws {
    let version = try Int.fetchOne(database, sql: "PRAGMA user_version")
    guard version == CatalogueSchema.format else {
      throw CatalogueError(.stamp, "format \(version ?? 0), expected \(CatalogueSchema.format)")
    }
    guard try CatalogueSchema.fits(database) else {
      throw CatalogueError(.database, "unexpected tables for format \(CatalogueSchema.format)")
    }
    let values = try Self.values(database, in: "main")
    guard let source = values["source"], let titles = values["titles"].flatMap({ Int($0) }),
      values["format"] == String(CatalogueSchema.format),
      try Int.fetchOne(database, sql: "SELECT max(rank) FROM title") ?? 0 == titles
    else { throw CatalogueError(.database, "its content does not match its metadata") }
    self.init(asOf: values["as_of"], source: source, titles: titles, exportDay: values["export_day"])
    imports = values["imports"].flatMap { Int($0) } ?? 0
    importsLost = values["imports_lost"] != nil
  }

  /// - Parameter file: `previous`: of an older build, of any format.
  static func values(_ database: Database, in file: String) throws -> [String: String] {
    guard try database.tableExists("meta", in: file) else { return [:] }
    var values: [String: String] = [:]
    for row in try Row.fetchAll(database, sql: "SELECT name, value FROM \(file).meta") {
      let name: String = try row.decode(atIndex: 0)
      values[name] = try row.decode(atIndex: 1)
    }
    return values
  }
}
