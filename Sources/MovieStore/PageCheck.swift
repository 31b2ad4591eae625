import GRDB

/// Looks for damage in the pages of a database, all of which it reads.
enum PageCheck {
  /// Larger ones are not read through at the start; what is damaged in them is found when it is read. Bytes.
  private static let maxChecked = 64 << 20

  /// What is wrong, on one line; nil where nothing is, or the file is too large to look.
  ///
  /// - Parameters:
  ///   - schema: the name it is attached under.
  ///   - comparingIndexes: what https://sqlite.org/pragma.html#pragma_integrity_check does beside the quick
  ///     check.
  static func fault(
    in schema: String = "main", of database: Database, comparingIndexes: Bool = false
  ) throws -> String? {
    let pages = try Int.fetchOne(database, sql: "PRAGMA \(schema).page_count") ?? 0
    let size = try Int.fetchOne(database, sql: "PRAGMA \(schema).page_size") ?? 0
    let (bytes, overflow) = pages.multipliedReportingOverflow(by: size)
    guard !overflow, bytes <= maxChecked else { return nil }
    let check = comparingIndexes ? "integrity_check" : "quick_check"
    let verdict = try String.fetchOne(database, sql: "PRAGMA \(schema).\(check)(1)")
    guard let verdict else { return "the check of its pages gave nothing" }
    return verdict == "ok" ? nil : verdict.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}

extension DatabaseError {
  /// SQLite's own words; never the statement or its arguments, in which there may be a secret.
  var words: String { "\(message ?? "SQLite failed") (\(extendedResultCode.rawValue))" }
}
