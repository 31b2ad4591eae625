import Glibc
package import JSONRPC
import MovieProtocol

/// One line on a terminal that is updated during an operation, on standard error so that it is separate from
/// the answer. It is not written elsewhere.
package struct ProgressLine {
  private var isShown = false

  package init() {}

  package static var isWanted: Bool { isatty(STDERR_FILENO) == 1 }

  /// `########----------`
  static func bar(_ percent: Int, width: Int) -> String {
    let done = width * min(max(percent, 0), 100) / 100
    return String(repeating: "#", count: done) + String(repeating: "-", count: width - done)
  }

  package mutating func show(_ text: String) {
    guard Self.isWanted else { return }
    write("\r\u{1B}[K" + TerminalText.cleaned(text))
    isShown = true
  }

  package mutating func clear() {
    guard isShown else { return }
    write("\r\u{1B}[K")
    isShown = false
  }

  private func write(_ text: String) { try? Output.write(Array(text.utf8), to: STDERR_FILENO) }
}

/// Shows the progress of an import while waiting for its answer on the same connection.
final class ImportProgress {
  private var line = ProgressLine()
  private let text: (JSONValue?) -> String?

  /// - Parameter text: of a state of topic `server`; nil: there is none.
  private init(_ text: @escaping (JSONValue?) -> String?) { self.text = text }

  /// What the import answers.
  static func result(
    of params: MethodParams, _ caller: inout RPCClient, license: RPCClient.AskForLicense? = nil,
    _ text: @escaping (JSONValue?) -> String?
  ) throws(CommandError) -> [UInt8] {
    let progress = ImportProgress(text)
    try progress.follow(&caller)
    defer { progress.line.clear() }
    let asking: RPCClient.AskForLicense = { (terms: String) throws(CommandError) in
      progress.line.clear()
      return try license?(terms) ?? false
    }
    return try caller.result(params, license: asking)
  }

  /// Subscribes, if there is a terminal to show it on.
  private func follow(_ caller: inout RPCClient) throws(CommandError) {
    guard ProgressLine.isWanted else { return }
    caller.onEvent = { [weak self] line in self?.receive(line) }
    var params = MethodParams("subscribe")
    params.add("topics", ["server"])
    _ = try caller.result(params)
  }

  private func receive(_ event: [UInt8]) {
    guard let json = try? JSONValue(parsing: event.span), json["method"]?.stringValue == "event",
      let text = text(json["params"]?["data"])
    else { return }
    line.show(text)
  }
}

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
    let subscribed = try caller.json(params)
    // Another wait may follow on this connection.
    defer {
      var end = MethodParams("unsubscribe")
      end.add("subscription", subscribed["subscription"]?.stringValue)
      _ = try? caller.json(end)
    }
    var state = subscribed["topics"]?["downloads"]?["data"] ?? .null
    while true {
      let download = try find(in: state, &caller)
      if try Self.hasEnded(download) { return try whole(&caller) }
      if ProgressLine.isWanted { line.show(DownloadPage.progress(download, on: .current())) }
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
      hint: "it continues when the daemon runs again: movierpc download show \(key)")
  }

  /// The topic contains only the first twenty.
  private func find(
    in state: JSONValue, _ caller: inout RPCClient
  ) throws(CommandError) -> JSONView<Download> {
    let items = JSONView<DownloadsState>(state).items
    if let item = items.first(where: { $0.text(\.key) == key }) { return item }
    return JSONView(try whole(&caller))
  }

  /// With its files, which the topic does not have.
  private func whole(_ caller: inout RPCClient) throws(CommandError) -> JSONValue {
    var params = MethodParams("downloads.get")
    params.add("key", key)
    return try caller.json(params)
  }

  private static func hasEnded(_ download: JSONView<Download>) throws(CommandError) -> Bool {
    let (title, key) = (download.title ?? "", download.text(\.key) ?? "")
    switch download.state {
    case .done: return true
    case .failed:
      let kind = download.fault?.kind
      throw CommandError(
        ExitStatus(kind: kind, code: nil),
        "\(title) could not be downloaded: \(download.fault?.message ?? localized("it has failed"))",
        kind: kind, hint: "movierpc download resume \(key) tries again")
    case .paused:
      throw CommandError(
        .failed, "\(title) is paused", kind: "paused", hint: "movierpc download resume \(key) resumes it")
    default: return false
    }
  }
}
