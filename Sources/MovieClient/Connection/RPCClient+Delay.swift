import MovieProtocol

extension RPCClient {
  /// Says on a terminal why a command waits: the first start of a version builds the catalogue, which takes some
  /// seconds where many titles were imported.
  static func explainDelay(_ options: ConnectionOptions, _ deadline: Deadline) {
    guard Output.hasTerminalForNotes,
      let connection = try? DaemonConnector.connectIfRunning(options, deadline)
    else { return }
    var caller = RPCClient(connection, deadline.within(.seconds(1)))
    guard let status = try? caller.json("status"),
      JSONView<DaemonStatus>(status).catalogue.text(\.state) == "opening"
    else { return }
    Output.note(localized("the catalogue is being opened"))
  }
}
