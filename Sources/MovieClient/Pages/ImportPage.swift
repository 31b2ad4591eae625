package import JSONRPC

/// The result of `library.import` as text for people.
package enum ImportPage {
  package static func text(_ result: JSONValue, on screen: Screen) -> String {
    let (added, updated) = (count(result, "added"), count(result, "updated"))
    let isDryRun = result["dry_run"]?.boolValue == true
    let verbs = isDryRun ? ("would be added", "would be updated") : ("added", "updated")
    var text =
      "\(added) \(verbs.0), \(updated) \(verbs.1), \(count(result, "unchanged")) unchanged\n"
    let rows = result["unmatched"]?.arrayValue ?? []
    guard !rows.isEmpty else { return text }
    var table = Table([
      Table.Column("LINE", .right), Table.Column("TITLE", style: .strong, least: 16),
      Table.Column("YEAR", .right, leavesAs: 0), Table.Column("WHY", style: .dim, least: 16),
    ])
    for row in rows {
      table.add([
        Cell.text(row["line"]), Cell.text(row["title"]), Cell.text(row["year"]), Cell.text(row["reason"]),
      ])
    }
    let total = count(result, "unmatched_total")
    text += "\n\(total) not imported:\n\n" + table.text(on: screen)
    if total > rows.count { text += "\nand \(total - rows.count) more\n" }
    return text
  }

  /// Some of the file is not in the library, or would not be.
  package static func failure(_ result: JSONValue) -> CommandError? {
    let (total, pending) = (count(result, "unmatched_total"), count(result, "pending"))
    guard total > 0 else { return nil }
    let message = "not imported from the file: " + Quantity.count(total, "row")
    guard pending > 0 else { return CommandError(.notFound, message) }
    // A dry run stores nothing that could be tried again.
    let isDryRun = result["dry_run"]?.boolValue ?? false
    return CommandError(
      .tryLater, message,
      hint: isDryRun
        ? "TMDB could not be reached for \(pending); an import would try again later"
        : "pending until TMDB can be reached: \(pending); see movierpc library pending")
  }

  private static func count(_ result: JSONValue, _ name: String) -> Int { result[name]?.intValue ?? 0 }

  /// The progress of an import, from a state of topic `server`; nil: there is none.
  package static func progress(_ state: JSONValue?) -> String? {
    let task = state?["tasks"]?.arrayValue?.first { $0["name"]?.stringValue == "library.import" }
    guard let task else { return nil }
    guard let total = task["total"]?.intValue else { return "reading the file" }
    let waiting = task["waiting"]?.intValue ?? 0
    return "\(task["done"]?.intValue ?? 0) of \(Quantity.count(total, "title")) looked up"
      + (waiting > 0 ? ", \(waiting) wait for TMDB" : "")
  }
}
