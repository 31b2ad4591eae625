package import JSONRPC

/// Waits until a download has ended, showing a progress bar on a terminal.
package struct DownloadWait {
  private var line = ProgressLine()
  private let key: String

  package init(key: String) { self.key = key }

  /// - Returns: the download when it is done.
  /// - Throws: if it has failed, waits to be resumed, or is deleted.
  package mutating func run(_ caller: inout RPCClient) throws(CommandError) -> JSONValue {
    defer { line.clear() }
    var params = MethodParams("subscribe")
    params.add("topics", ["downloads"])
    var state = try caller.json(params)["topics"]?["downloads"]?["data"] ?? .null
    while true {
      let download = try find(in: state, &caller)
      if let ended = try Self.end(of: download) { return ended }
      if ProgressLine.isWanted { line.show(DownloadPage.progress(download, width: Screen.current().width)) }
      state = try next(caller)
    }
  }

  private func next(_ caller: RPCClient) throws(CommandError) -> JSONValue {
    while let line = try caller.connection.line(caller.deadline) {
      guard let message = try? JSONValue(parsing: line.span), message["method"]?.stringValue == "event" else {
        continue
      }
      return message["params"]?["data"] ?? .null
    }
    throw .unreachable(
      "the daemon has ended before the download was done",
      hint: "it continues when the daemon runs again: movierpc download get \(key)")
  }

  /// The topic contains only the first twenty.
  private func find(in state: JSONValue, _ caller: inout RPCClient) throws(CommandError) -> JSONValue {
    let items = state["items"]?.arrayValue ?? []
    if let item = items.first(where: { $0["key"]?.stringValue == key }) { return item }
    var params = MethodParams("downloads.get")
    params.add("key", key)
    return try caller.json(params)
  }

  /// Nil: it is still running.
  private static func end(of download: JSONValue) throws(CommandError) -> JSONValue? {
    let title = download["title"]?.stringValue ?? ""
    let key = download["key"]?.stringValue ?? ""
    switch download["state"]?.stringValue {
    case "done": return download
    case "failed":
      let kind = download["error"]?["kind"]?.stringValue
      throw CommandError(
        ExitStatus(kind: kind, code: nil),
        "\(title) could not be downloaded: \(download["error"]?["message"]?.stringValue ?? "it has failed")",
        kind: kind, hint: "movierpc download resume \(key) tries again")
    case "paused":
      throw CommandError(
        .failed, "\(title) is paused", kind: "paused", hint: "movierpc download resume \(key) resumes it")
    default: return nil
    }
  }
}
