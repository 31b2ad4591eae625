import ArgumentParser
import MovieClient

/// `movierpc pipe`; its arguments are declared here only for the help.
struct Pipe: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pipe",
    abstract: "Join standard input and output to the daemon.",
    discussion: """
      For programs that speak JSON-RPC themselves: one request a line in,
      one reply a line out, in the order they are ready.

        echo '{"jsonrpc":"2.0","id":1,"method":"ping"}' | movierpc pipe

      At the end of the input it waits for all that is still to be
      answered. --timeout counts only until the connection stands.
      """)

  @OptionGroup var connection: ConnectionArguments
}

extension Pipe {
  static func perform(_ options: CallOptions) throws(Failure) -> ExitStatus {
    if let word = options.words.first {
      throw .usage("pipe takes no words, not \"\(word)\"", hint: "requests come from standard input")
    }
    var deadline = Deadline(options.connection.timeout)
    let caller = try Caller.connected(options.connection, &deadline, pin: PINInput.ofPerson)
    var relay = PipeRelay(socket: caller.connection.descriptor)
    try relay.run()
    return .done
  }
}
