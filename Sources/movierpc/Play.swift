import ArgumentParser
import MovieClient
import MovieProtocol

struct Play: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: localized("Play a title's trailer, preview or download."),
    usage: "movierpc play KEY | WORDS ... [--video trailer|preview|download] [options]",
    discussion: localizedParagraphs(
      """
      Plays the best video with mpv, and prints the player's state when it
      plays. A downloaded video is preferred when there is no network. KEY
      and WORDS are as for detail.

        movierpc play dune
        movierpc play dune --video download
        movierpc player toggle
        movierpc player stop

      Exit status 5: there is no such title, or it has no video. 6: playing
      failed; try later.
      """))

  @Argument(help: .localized("A title's key, or words of its name."))
  var title: [String]

  @Option(
    help: .localized("Kind of video; default: trailer.", valueName: "trailer|preview|download"),
    completion: .list(MethodTable.choices("player.play", "video")))
  var video: String?

  @OptionGroup var answer: OutputArguments
  @OptionGroup var freshness: FreshnessArguments
  @OptionGroup var connection: ConnectionArguments

  func run() throws {
    try Self.play(title, video: video, for: "play", answer, freshness, connection)
  }

  static func play(
    _ title: [String], video: String? = nil, for command: String, _ answer: OutputArguments,
    _ freshness: FreshnessArguments,
    _ connection: ConnectionArguments
  ) throws(CommandError) {
    var params = MethodParams("player.play")
    params.add("video", video)
    params.add("language", freshness.language)
    if let display = OwnDisplay.json() { params.add("display", json: display) }
    let form = try answer.form()
    let result = try TitleCommand.result(params, title, for: command, freshness, connection.options)
    let failure = PlayerPage.failure(try RPCClient.json(result))
    if failure == nil || !form.isForPeople { try ResultPrinter.show(result, form, PlayerPage.text) }
    if let failure { throw failure }
  }
}
