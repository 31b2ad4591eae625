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
          "as", .text, placeholder: "form", completion: .words(WatchFormat.allCases.map(\.rawValue)),
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
        form: invocation.has("json") ? "json" : invocation.has("text") ? "plain" : invocation["as"],
        format: invocation["format"], colors: invocation["colors"], profile: invocation["profile"],
        hidesOffline: invocation.has("hide-offline"), isTerminal: Output.isTerminal,
        hasSigns: Screen.showsSigns(Environment.variable))
      let path = try Environment.socketPath(option: invocation.connection.socket)
      try WatchLoop(request, path: path, mayStart: invocation.connection.mayStart).run()
    })
}
