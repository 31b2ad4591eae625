import MovieProtocol

extension RPCClient {
  /// Says on a terminal why a command waits: the first start builds the catalogue.
  static func explainDelay(_ options: ConnectionOptions, _ deadline: Deadline) {
    guard Output.hasTerminalForNotes,
      let connection = try? DaemonConnector.connectIfRunning(options, deadline)
    else { return }
    var caller = RPCClient(connection, deadline.within(.seconds(1)))
    guard let status = try? caller.json("status"),
      JSONView<DaemonStatus>(status).catalogue.text(\.state) == "building"
    else { return }
    Output.note(localized("the built-in catalogue is still being built"))
  }
}
