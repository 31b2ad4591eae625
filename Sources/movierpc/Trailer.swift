import ArgumentParser
import JSONRPC
import MovieClient
import MovieProtocol

struct Trailer: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trailer",
    abstract: localized("Show the address of a title's trailer, or play it."),
    usage: "movierpc trailer KEY | WORDS ... [--play | --open] [--types trailer teaser ...] [options]",
    discussion: localizedParagraphs(
      """
      Lists the best video first. KEY and WORDS are as for detail.

        movierpc trailer movie/438631
        movierpc trailer dune --play           the same as movierpc play dune
        movierpc trailer dune --open           in the browser
        movierpc trailer dune --json | jq -r .best.url
        movierpc trailer dune --types trailer clip --format '{url}'

      Exit status 5: there is no such title, or it has no video. 6: playing
      failed; try later.
      """))

  @Option(
    parsing: .upToNextOption,
    help: .localized(
      "Types of videos: trailer, teaser, clip, featurette, preview, search ...", valueName: "type"))
  var types: [String] = []

  @Flag(help: .localized("Play the best one, and show the player's state."))
  var play = false

  @Flag(help: .localized("Open the best one's page with xdg-open."))
  var open = false

  @OptionGroup var arguments: TitleArguments

  func run() throws {
    guard !(play && open) else {
      throw CommandError.usage("--play and --open cannot be combined", hint: "leave one of them out")
    }
    if play {
      guard types.isEmpty else {
        throw CommandError.usage("--types and --play cannot be combined", hint: "leave it out")
      }
      return try Play.play(arguments, for: "trailer")
    }
    if open { return try openBest() }
    try TitleCommand.show(
      params, arguments, for: "trailer", try arguments.form(ifEmpty: "this title has no known video")
    ) { TrailerPage.text($0, on: $1) }
  }

  private var params: MethodParams {
    var params = MethodParams("trailer")
    params.add("types", types.flatMap { $0.split(separator: ",").map(String.init) })
    arguments.freshness.add(to: &params)
    return params
  }

  private func openBest() throws {
    let trailer = try RPCClient.json(try TitleCommand.result(params, arguments, for: "trailer"))
    guard let address = JSONView(trailer, TrailerMethod.answer).videos.first?.url else {
      throw CommandError(.notFound, "this title has no known video")
    }
    try OpenAddress.open(address)
  }
}
