import ArgumentParser
import MovieClient
import MovieProtocol

struct Watch: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: localized("Follow a topic: print a line now and for each change."),
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
      """))

  @Argument(
    help: .localized(
      "Topics: \(TopicTable.all.map(\.name).joined(separator: ", ")); a LIST is popular, trending/tv, ...",
      valueName: "topic"),
    // bash and zsh treat colons specially.
    completion: .list(TopicTable.all.map(\.name).filter { !$0.contains(":") }))
  var topics: [String] = []

  @Option(
    name: .customLong("as"), help: .localized("One of the forms above.", valueName: "form"),
    completion: .list(WatchFormat.allCases.map(\.rawValue)))
  var form: String?

  @Option(
    name: .shortAndLong,
    help: .localized("Text with {field} for fields of the topic's data.", valueName: "template"))
  var format: String?

  @Option(
    help: .localized(
      "Colours of states, with --as polybar: failed=#bf616a,paused=#8a93a5.", valueName: "state=colour,..."))
  var colors: String?

  @Flag(help: .localized("Print an empty line while there is no daemon."))
  var hideOffline = false

  @Flag(name: .shortAndLong, help: .localized("The same as --as json."))
  var json = false

  @Flag(name: [.customShort("T"), .long], help: .localized("The same as --as plain."))
  var text = false

  @OptionGroup var connection: EndlessConnection

  func run() throws {
    try connection.expectNoLimit("watch")
    StandardDescriptors.closeOthers()
    let given = [json ? "--json" : nil, text ? "--text" : nil, form.map { _ in "--as" }]
    let forms = given.compactMap(\.self)
    guard forms.count <= 1 else {
      throw CommandError.usage(
        "\(forms[0]) and \(forms[1]) cannot be combined", hint: "leave one of them out")
    }
    let request = try WatchOptions(
      topics: topics, form: json ? "json" : text ? "plain" : form, format: format, colors: colors,
      profile: connection.profile, hidesOffline: hideOffline, isTerminal: Output.isTerminal,
      hasSigns: Screen.showsSigns(Environment.variable))
    let path = try Environment.socketPath(option: connection.socket)
    try WatchLoop(request, path: path, mayStart: !connection.noSpawn).run()
  }
}
