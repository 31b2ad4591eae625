import GRDB

/// Counts the changes of a profile's lists.
enum ProfileRevision {
  /// Integers that every JSON parser represents exactly.
  private static let bounds = 0...(1 << 53)

  /// Nil: there is no such profile. If the stored number is out of bounds, the count continues after the last
  /// valid revision of the entries.
  static func current(of profile: String, _ database: Database) throws -> Int? {
    let statement = try database.cachedStatement(sql: "SELECT revision FROM profile WHERE name = ?")
    guard let revision = try Int.fetchOne(statement, arguments: [profile]) else { return nil }
    if bounds.contains(revision) { return revision }
    return try Int.fetchOne(
      database, sql: "SELECT max(revision) FROM entry WHERE profile = ? AND revision BETWEEN ? AND ?",
      arguments: [profile, bounds.lowerBound, bounds.upperBound]) ?? 0
  }

  static func set(_ revision: Int, of profile: String, _ database: Database) throws {
    try database.cachedStatement(sql: "UPDATE profile SET revision = ? WHERE name = ?")
      .execute(arguments: [revision, profile])
  }
}
