import JSONRPC

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
}
