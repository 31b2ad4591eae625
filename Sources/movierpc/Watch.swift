import ArgumentParser
import MovieClient
import MovieProtocol

struct Watch: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Follow a topic: one line now, and one for each change.",
    discussion: """
      For status bars and scripts. It goes on when the daemon ends, with a
      line that says so, and ends when nobody reads its lines any more.

        movierpc watch settings                      for people
        movierpc watch server --as waybar            for a bar
        movierpc watch server settings | jq .topic   several, as JSON
        movierpc watch settings --format 'in {settings.region.value}'

      --as json     {"topic":"server","data":{...}}, data null while there
                    is no daemon; the usual form in a pipe
      --as plain    words; the usual form on a terminal
      --as waybar   JSON with text, alt, tooltip, class and percentage;
                    waybar's own "escape" stays off

      --format sets the text of plain and waybar from the topic's data.
      A daemon that is not running is started, unless it was stopped on
      purpose. There is no --timeout.
      """)

  @Argument(
    help: ArgumentHelp(
      "Topics: \(TopicTable.all.map(\.name).joined(separator: ", ")).", valueName: "topic"),
    completion: .list(TopicTable.all.map(\.name)))
  var topics: [String] = []

  @Option(
    name: .customLong("as"), help: ArgumentHelp("json, plain or waybar.", valueName: "form"),
    completion: .list(FollowForm.allCases.map(\.rawValue)))
  var form: String?

  @Option(help: ArgumentHelp("Text, with {field} of the topic's data.", valueName: "template"))
  var format: String?

  @Option(help: ArgumentHelp("Where the daemon listens.", valueName: "path"))
  var socket: String?

  @Flag(name: .customLong("no-spawn"), help: "Do not start a daemon that is not running.")
  var noSpawn = false

  func run() throws {
    let request = try FollowRequest(
      topics: topics, form: form, format: format, isTerminal: Output.isTerminal)
    let path = try Environment.socketPath(option: socket)
    try Follower(request, path: path, mayStart: !noSpawn).run()
  }
}
