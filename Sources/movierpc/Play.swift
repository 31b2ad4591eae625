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

  @Option(
    help: .localized("Kind of video; default: trailer.", valueName: "trailer|preview|download"),
    completion: .list(MethodTable.choices("player.play", "video")))
  var video: String?

  @OptionGroup var arguments: TitleArguments

  func run() throws {
    try Self.play(arguments, video: video, for: "play")
  }

  static func play(
    _ arguments: TitleArguments, video: String? = nil, for command: String
  ) throws(CommandError) {
    var params = MethodParams("player.play")
    params.add("video", video)
    params.add("language", arguments.freshness.language)
    if let display = OwnDisplay.json() { params.add("display", json: display) }
    let form = try arguments.form()
    let result = try TitleCommand.result(params, arguments, for: command)
    let failure = PlayerPage.failure(try RPCClient.json(result))
    if failure == nil || !form.isForPeople { try ResultPrinter.show(result, form, PlayerPage.text) }
    if let failure { throw failure }
  }
}
