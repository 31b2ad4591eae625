import ArgumentParser
import JSONRPC
import MovieClient
import MovieProtocol

struct Poster: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "poster",
    abstract: localized("Show a title's poster, or print its file's path."),
    usage: "movierpc poster KEY | WORDS ... [--kind poster|backdrop|logo] [--size w342] [options]",
    discussion: localizedParagraphs(
      """
      On a terminal chafa draws it, if it is installed. Otherwise, and in a
      pipe, its path is printed; the file stays for at least an hour. KEY
      and WORDS are as for detail.

        movierpc poster dune
        movierpc poster movie/438631 --size original | xargs -d '\\n' imv
        movierpc poster dune --kind backdrop --format '{file} {width}x{height}'

      Exit status 5: there is no such title, or it has no such picture.
      """))

  @Option(
    help: .localized("Kind of picture.", valueName: "poster|backdrop|logo"),
    completion: .list(["poster", "backdrop", "logo"]))
  var kind: String?

  @Option(
    help: .localized("A size as TMDB names it: w92 to w780, or original.", valueName: "size"),
    completion: .list(MethodTable.choices("image", "size")))
  var size: String?

  @OptionGroup var arguments: TitleArguments

  func run() throws {
    var params = MethodParams("image")
    params.add("kind", kind)
    params.add("size", size)
    arguments.freshness.add(to: &params)
    let form = try arguments.form()
    let result = try TitleCommand.result(params, arguments, for: "poster")
    guard !form.json, form.format == nil else { return try ResultPrinter.show(result, form) { _, _ in "" } }
    guard let file = JSONView(try RPCClient.json(result), ImageMethod.answer).file else {
      throw CommandError(.failed, "the result names no file")
    }
    if !form.text, Output.isTerminal, let program = TerminalPicture.program(),
      TerminalPicture.draw(file, with: program, hasColour: Screen.current().hasColour)
    {
      return
    }
    try Output.write(file + "\n")
  }
}
