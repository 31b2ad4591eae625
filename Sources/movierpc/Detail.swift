import ArgumentParser
import MovieClient
import MovieProtocol

struct Detail: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "detail",
    abstract: localized("Show all facts about one title."),
    usage: "movierpc detail KEY | WORDS ... [options]",
    discussion: localizedParagraphs(
      """
      KEY is a key from a list, such as movie/438631 or tv/1399, or the
      address of a title at TMDB or IMDb, or IMDb's number: tt1160419.
      Any other words are searched for, and the best match is shown. In a pipe
      its name is printed to standard error. Add the year to be exact.

        movierpc detail movie/438631
        movierpc detail blade runner
        movierpc detail alien 1979
        movierpc detail 'Dune (2021)' --json | jq -r .directors[]

      Exit status 5: there is no such title.
      """))

  @Flag(help: .localized("Open the title's page at TMDB with xdg-open."))
  var open = false

  @OptionGroup var arguments: TitleArguments

  func run() throws {
    var params = MethodParams("detail")
    arguments.freshness.add(to: &params)
    if open { return try openPage(params) }
    try TitleCommand.show(params, arguments, for: "detail", try arguments.form(), DetailPage.text)
  }

  private func openPage(_ params: MethodParams) throws {
    let detail = try RPCClient.json(try TitleCommand.result(params, arguments, for: "detail"))
    guard let page = JSONView<Title>(detail).text(\.key).flatMap({ TitleKey($0) }).flatMap(TitleAddress.page)
    else {
      throw CommandError(.notFound, "this title has no page at TMDB")
    }
    try OpenAddress.open(page)
  }
}
