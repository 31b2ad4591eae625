import GRDB

/// Counts the changes of a profile's lists.
enum ProfileRevision {
  /// Integers that every JSON parser represents exactly.
  private static let bounds = 0...(1 << 53)

  /// Nil: there is no such profile. If the stored number is out of bounds, the count continues after the last
  /// valid revision of the entries.
  static func current(of profile: String, _ database: Database) throws -> Int? {
    let stored: Int? = try database.first("SELECT revision FROM profile WHERE name = ?", [profile])
    guard let revision = stored else { return nil }
    if bounds.contains(revision) { return revision }
    return try database.first(
      "SELECT max(revision) FROM entry WHERE profile = ? AND revision BETWEEN ? AND ?",
      [profile, bounds.lowerBound, bounds.upperBound]) ?? 0
  }

  static func set(_ revision: Int, of profile: String, _ database: Database) throws {
    try database.run("UPDATE profile SET revision = ? WHERE name = ?", [revision, profile])
  }
}
