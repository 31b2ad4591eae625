package import JSONRPC

/// Shows the progress of an import while waiting for its answer on the same connection.
package final class ImportProgress {
  private var line = ProgressLine()
  private let text: (JSONValue?) -> String?

  /// - Parameter text: of a state of topic `server`; nil: there is none.
  package init(_ text: @escaping (JSONValue?) -> String?) { self.text = text }

  /// Subscribes, if there is a terminal to show it on.
  package func follow(_ caller: inout RPCClient) throws(CommandError) {
    guard ProgressLine.isWanted else { return }
    caller.onEvent = { [weak self] line in self?.receive(line) }
    var params = MethodParams("subscribe")
    params.add("topics", ["server"])
    _ = try caller.result(params)
  }

  package func end() { line.clear() }

  private func receive(_ event: [UInt8]) {
    guard let json = try? JSONValue(parsing: event.span), json["method"]?.stringValue == "event",
      let text = text(json["params"]?["data"])
    else { return }
    line.show(text)
  }
}
