import GRDB

/// Checks all pages of a database for damage. It reads the whole file.
enum IntegrityCheck {
  /// Larger files are not checked at the start; damage in them is found when it is read. Bytes.
  static let maxChecked = 64 << 20

  /// The fault, on one line; nil if there is none, or the file is too large to check.
  ///
  /// - Parameters:
  ///   - schema: the name under which the file is attached.
  ///   - comparingIndexes: run the full https://sqlite.org/pragma.html#pragma_integrity_check, not the quick
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
    guard let verdict else { return "\(check) returned no result" }
    return verdict == "ok" ? nil : verdict.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}

extension DatabaseError {
  /// SQLite's own message; never the statement or its arguments, which may contain a secret.
  var words: String { "\(message ?? "SQLite failed") (\(extendedResultCode.rawValue))" }
}
