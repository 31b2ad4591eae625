import JSONRPC
import MovieProtocol

extension Command {
  static let watch = Command(
    "watch", summary: "Follow a topic: print a line now and for each change.",
    discussion: localizedParagraphs(
      """
      For status bars and scripts. When the daemon ends, it prints a line and
      waits for the next daemon. It ends when its output is closed.

        movierpc watch settings                      for people
        movierpc watch library --as waybar           for a bar
        movierpc watch server settings | jq .topic   several, as JSON
        movierpc watch settings --format 'in {settings.region.value}'

      --as json         {"topic":"server","data":{...}}, data null while
                        there is no daemon; the usual form in a pipe
      --as plain        words; the usual form on a terminal
      --as waybar       JSON with text, alt, tooltip, class, percentage;
                        waybar's own "escape" stays off
      --as polybar      a line for a script with tail = true
      --as i3blocks     JSON, for interval=persist and format=json
      --as i3status-rs  JSON, for a custom block with json = true and
                        persistent = true
      --as tmux         a line for #(...) in the status line

      Each form escapes titles for its reader. Bars get an empty text when
      there is nothing to report. --format sets the text of all forms but json
      from the topic's data; text outside of fields is printed unchanged.
      A daemon that is not running is started, but not after movierpc daemon
      stop.
      """),
    arguments: [
      Argument(
        "TOPIC", .any, form: "TOPIC ...",
        completion: .words(TopicTable.all.map(\.name).filter { !$0.contains(":") }),
        help:
          "Topics: \(TopicTable.all.map(\.name).joined(separator: ", ")); a LIST is popular, trending/tv, ..."
      )
    ],
    options: [
      [
        Option(
          "as", .checked(.choice(WatchFormat.allCases.map(\.rawValue))), placeholder: "form",
          help: "One of the forms above."),
        Option(
          "format", .text, "f", placeholder: "template",
          help: "Text with {field} for fields of the topic's data."),
        Option(
          "colors", .text, placeholder: "state=colour,...",
          help: "Colours of states, with --as polybar: failed=#bf616a,paused=#8a93a5."),
        .flag("hide-offline", help: "Print an empty line while there is no daemon."),
        .flag("json", "j", help: "The same as --as json."),
        .flag("text", "T", help: "The same as --as plain."),
      ]
    ],
    connection: .endless, exclusive: [["json", "text", "as"]],
    run: { (invocation) throws(CommandError) in
      StandardDescriptors.closeOthers()
      let request = try WatchOptions(
        topics: invocation.words,
        form: invocation.has("json")
          ? .json : invocation.has("text") ? .plain : invocation["as"].flatMap { WatchFormat(rawValue: $0) },
        format: invocation["format"], colors: invocation["colors"], profile: invocation["profile"],
        hidesOffline: invocation.has("hide-offline"), isTerminal: Output.isTerminal,
        hasSigns: Screen.showsSigns(Environment.variable))
      let path = try Environment.socketPath(option: invocation.connection.socket)
      try WatchLoop(request, path: path, mayStart: invocation.connection.mayStart).run()
    })
}

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
