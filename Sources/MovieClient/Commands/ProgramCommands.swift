import JSONRPC
import MovieProtocol

// For programs: the protocol, and the completions of shells.

extension Command {
  static let pipe = Command(
    "pipe", summary: "Connect standard input and output to the daemon.",
    discussion: localizedParagraphs(
      """
      For programs that speak JSON-RPC: one request per line in, one reply per
      line out, in the order in which the replies are ready.

        echo '{"jsonrpc":"2.0","id":1,"method":"ping"}' | movierpc pipe

      At the end of the input it waits for the remaining replies. --timeout
      only limits the time to connect.
      """),
    arguments: [.unwanted],
    run: { (invocation) throws(CommandError) in
      if let word = invocation.words.first {
        throw .usage("pipe takes no arguments, not \"\(word)\"", hint: "requests come from standard input")
      }
      let caller = try invocation.connect(usesInput: true)
      var relay = PipeRelay(socket: caller.connection.descriptor)
      try relay.run()
    })

  static let methods = Command(
    "methods", summary: "List the methods this client knows.",
    discussion: localized(
      "Needs no daemon. movierpc describe METHOD shows the details of one."),
    method: "rpc.discover", options: [.offline], connection: .unused,
    run: { (invocation) throws(CommandError) in
      let methods = MethodTable.all
      guard invocation.has("json") else {
        return try Pager.show(MethodPage.list(methods, on: Output.isTerminal ? .current() : .endless))
      }
      let value: JSONValue = ["methods": .array(methods.map(OpenRPC.describe))]
      try Output.write(value.text() + "\n")
    })

  static let describe = Command(
    "describe", summary: "Show a method's parameters and result.",
    discussion: localized(
      "Needs no daemon. Example: movierpc describe search"),
    arguments: [
      Argument("METHOD", completion: .asked(CompletionValues.methods), help: "The method's name.")
    ],
    options: [.offline], connection: .unused,
    run: { (invocation) throws(CommandError) in
      let name = invocation.words[0]
      guard let method = MethodTable.method(named: name) else {
        throw ErrorReply(MethodTable.unknown(name)).failure(of: MethodParams(name))
      }
      guard invocation.has("json") else { return try Pager.show(MethodPage.text(method, on: .current())) }
      try Output.write(OpenRPC.describe(method).text() + "\n")
    })

  static let completions = Command(
    "completions", summary: "Print the completions for a shell.",
    discussion: localizedParagraphs(
      """
      make install installs them. To do it yourself:

        movierpc completions bash > \\
          ~/.local/share/bash-completion/completions/movierpc
        movierpc completions zsh > DIRECTORY-OF-FPATH/_movierpc
        movierpc completions fish > ~/.config/fish/completions/movierpc.fish
      """),
    arguments: [
      Argument(
        "SHELL", type: .choice(CompletionWord.Shell.allCases.map(\.rawValue)), help: "bash, zsh or fish.")
    ],
    connection: .unused,
    run: { (invocation) throws(CommandError) in
      guard let shell = CompletionWord.Shell(rawValue: invocation.words[0]) else { return }
      try Output.write(CompletionScript.text(for: shell) + "\n")
    })

  /// `help watchlist add`, the same as `watchlist add --help`.
  static let help = Command(
    "help", summary: "Show help information.",
    arguments: [
      Argument("COMMAND", .any, completion: .asked(CompletionValues.commands), help: "The command.")
    ],
    connection: .unused,
    run: { (invocation) throws(CommandError) in
      let parser = CommandParser(invocation.words)
      if let mistake = parser.mistake {
        throw CommandHint(words: invocation.words).error(mistake, parser.path)
      }
      try Pager.show(CommandHelp().text(parser.command, parser.path))
    })
}
