import JSONRPC
import MovieProtocol

/// The files of an archive as a service sends it, one after the other into one plan.
///
/// Own lists are not put on the watchlist, as that of a single file would be: who imports all that a service has of
/// him did not ask for that. What is not read is counted.
struct ArchiveRows {
  private enum Role {
    case rows
    /// It has rows that the library does not keep.
    case unread
    /// It is not about titles, or about what its owner has deleted.
    case ignored
  }

  private let format: ImportFormat
  private var trakt = TraktRows()

  /// - Returns: whether it was an archive.
  static func read(
    _ bytes: Span<UInt8>, _ format: ImportFormat, into plan: inout ImportPlan
  ) throws(ImportError) -> Bool {
    guard ZIPArchive.isOne(bytes) else { return false }
    guard format == .letterboxd || format == .trakt else {
      throw ImportError(.isArchive, hint: .unpackFile)
    }
    var rows = ArchiveRows(format: format)
    try rows.read(ZIPArchive(bytes), bytes, into: &plan)
    return true
  }

  private init(format: ImportFormat) { self.format = format }

  private mutating func read(
    _ archive: ZIPArchive, _ bytes: Span<UInt8>, into plan: inout ImportPlan
  ) throws(ImportError) {
    var isKnown = archive.entries.isEmpty
    for entry in archive.entries where !entry.isFolder && entry.size > 0 {
      try plan.expectRunning()
      let role = role(of: entry.name)
      if role == .ignored { continue }
      if role == .rows { isKnown = true }
      plan.file = entry.name
      let text = try archive.read(entry, bytes)
      do throws(ImportError) {
        try role == .rows ? read(text.span, entry.name, &plan) : count(text.span, entry.name, &plan)
      } catch {
        var error = error
        error.reason = .archiveFileFault(Spelling.shortened(entry.name), error.reason)
        throw error
      }
    }
    plan.file = nil
    trakt.finish(&plan)
    guard isKnown else {
      throw ImportError(.archiveLacksExport(format.rawValue), hint: .chooseFormat)
    }
  }

  private mutating func read(
    _ text: Span<UInt8>, _ name: String, _ plan: inout ImportPlan
  ) throws(ImportError) {
    switch format {
    case .letterboxd: try LetterboxdRows.read(text, path: name, into: &plan)
    case .trakt: try trakt.read(text, path: name, into: &plan)
    case .movierpc, .imdb: break
    }
  }

  /// Counts the rows of a file that is not kept; of an empty one nothing is lost.
  private func count(_ text: Span<UInt8>, _ name: String, _ plan: inout ImportPlan) throws(ImportError) {
    var rows = 0
    if name.lowercased().hasSuffix(".csv") {
      var reader = CSVReader()
      // Its header, and that of the films after some lines about a list.
      var isHeader = true
      while let row = reader.next(text) {
        try plan.expectRunning()
        let isColumns = row.fields.contains("Name") || row.fields.first == "Letterboxd list export v7"
        if isHeader || isColumns { rows = 0 } else { rows += 1 }
        isHeader = false
      }
    } else if JSONSyntax.validate(text) == nil {
      JSONItems.forEach(of: text, in: 0..<text.count, lists: []) { (_, _) throws(Never) in rows += 1 }
    } else {
      rows = 1
    }
    plan.dropped.add(nil, of: name, rows)
  }

  private func role(of name: String) -> Role {
    let parts = name.lowercased().split(separator: "/")
    guard let last = parts.last, !last.hasPrefix("."), !parts.contains("__macosx") else { return .ignored }
    return format == .letterboxd ? letterboxd(parts, last) : trakt(last)
  }

  private func letterboxd(_ parts: [Substring], _ last: Substring) -> Role {
    if parts.contains("deleted") || last == "profile.csv" { return .ignored }
    switch parts.dropLast().last {
    case "likes": return last == "films.csv" ? .rows : .unread
    case "lists", "orphaned": return .unread
    default:
      let files = ["watchlist.csv", "watched.csv", "diary.csv", "ratings.csv", "reviews.csv"]
      return files.contains { $0 == last } ? .rows : .unread
    }
  }

  private func trakt(_ last: Substring) -> Role {
    if last.hasPrefix("user-") || last.hasPrefix("network-") { return .ignored }
    let beginnings = [
      "lists-watchlist", "lists-favorites", "watched-movies", "watched-shows", "watched-history", "ratings-",
    ]
    return last.hasSuffix(".json") && beginnings.contains { last.hasPrefix($0) } ? .rows : .unread
  }
}
