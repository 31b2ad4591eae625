package import JSONRPC
import MovieProtocol

/// A list of the library with all its pages, as one result: for scripts and menus, and for `--all`.
package enum WholeList {
  private static let pageSize = "100"
  /// The member by which a row is known again; of titles it is their key.
  private static let identities = [
    // It has a row for each change of a title.
    AccountJournalMethod.method.name: "id", SearchesMethod.method.name: "term",
  ]
  /// After this many restarts, a list that keeps changing is used as it was read.
  private static let maxBeginnings = 4

  /// Restarts when the list changes between two pages. The limit of time is for each answer.
  ///
  /// - Parameter params: of a method with `page` and `page_size`, which are added here.
  /// - Returns: the first page's result with the rows of all; a row that moved while they were read appears
  ///   once.
  package static func read(
    _ params: MethodParams, _ caller: inout RPCClient
  ) throws(CommandError) -> JSONValue {
    var rows: [JSONValue] = []
    let identity = identities[params.method] ?? "key"
    var seen: Set<String> = []
    var first: JSONValue?
    var page = 1
    var beginnings = 1
    while true {
      let result = try read(params, page: page, &caller)
      if page > 1, first?["rev"] != result["rev"], beginnings < maxBeginnings {
        beginnings += 1
        page = 1
        (rows, seen) = ([], [])
        continue
      }
      for row in result["results"]?.arrayValue ?? [] {
        if let value = row[identity], !value.isNull, !seen.insert(value.text()).inserted { continue }
        rows.append(row)
      }
      if page == 1 { first = result }
      guard let next = result["next_page"]?.intValue else { break }
      // A daemon that goes back would be queried forever.
      guard next > page else { throw CommandError(.failed, "the list does not continue after page \(page)") }
      page = next
    }
    return whole(first ?? .null, rows)
  }

  private static func read(
    _ params: MethodParams, page: Int, _ caller: inout RPCClient
  ) throws(CommandError) -> JSONValue {
    var params = params
    params.add("page", String(page))
    params.add("page_size", pageSize)
    caller.restartDeadline()
    let result = try caller.json(params)
    guard result["results"]?.arrayValue != nil else {
      throw CommandError(.failed, "the result is not one of \(params.method)")
    }
    return result
  }

  private static func whole(_ first: JSONValue, _ rows: [JSONValue]) -> JSONValue {
    let count = JSONValue.integer(rows.count)
    return .object(
      (first.objectValue ?? []).map { member in
        switch member.name {
        case "results": JSONMember("results", .array(rows))
        case "page_size", "total_results": JSONMember(member.name, count)
        case "total_pages": JSONMember("total_pages", rows.isEmpty ? 0 : 1)
        case "next_page": JSONMember("next_page", .null)
        default: member
        }
      })
  }
}

/// The complete `library.export`, one answer after the other.
package enum ExportedLibrary {
  /// The limit of time is for each answer.
  ///
  /// - Parameter body: called with each entry, as JSON on one line.
  /// - Returns: the number of entries.
  package static func read(
    _ caller: inout RPCClient, _ body: ([UInt8]) throws(CommandError) -> Void
  ) throws(CommandError) -> Int {
    var count = 0
    var cursor: String?
    repeat {
      var params = MethodParams("library.export")
      if let cursor { params.add("cursor", json: .string(cursor)) }
      caller.restartDeadline()
      let result = try caller.json(params)
      guard let entries = result["entries"]?.arrayValue else {
        throw CommandError(.failed, "the result is not one of library.export")
      }
      for entry in entries { try body(Array(entry.text().utf8)) }
      count += entries.count
      let next = result["next"]?.stringValue
      // A daemon that repeats a cursor would be queried forever.
      guard next == nil || next != cursor else {
        throw CommandError(.failed, "the export does not continue: its cursor stays the same")
      }
      cursor = next
    } while cursor != nil
    return count
  }

  /// The number of titles of imports that are not in the library yet.
  static func pending(_ caller: inout RPCClient) throws(CommandError) -> Int {
    var params = MethodParams("library.pending")
    params.add("page_size", json: .integer(1))
    caller.restartDeadline()
    return try caller.json(params)["total_results"]?.intValue ?? 0
  }
}
