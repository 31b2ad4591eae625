import ArgumentParser
import MovieClient

/// `movierpc pipe`; its arguments are declared here only for the help.
struct Pipe: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pipe",
    abstract: localized("Connect standard input and output to the daemon."),
    discussion: localizedParagraphs(
      """
      For programs that speak JSON-RPC: one request per line in, one reply per
      line out, in the order in which the replies are ready.

        echo '{"jsonrpc":"2.0","id":1,"method":"ping"}' | movierpc pipe

      At the end of the input it waits for the remaining replies. --timeout
      only limits the time to connect.
      """))

  @OptionGroup var connection: ConnectionArguments
}

extension Pipe {
  static func perform(_ options: CallOptions) throws(CommandError) -> ExitStatus {
    if let word = options.words.first {
      throw .usage("pipe takes no arguments, not \"\(word)\"", hint: "requests come from standard input")
    }
    let caller = try RPCClient.connected(options.connection, pin: PINInput.ofPerson)
    var relay = PipeRelay(socket: caller.connection.descriptor)
    try relay.run()
    return .done
  }
}
