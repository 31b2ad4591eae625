import JSONRPC
import MovieProtocol

extension Command {
  static let detail = Command(
    "detail", summary: "Show all facts about one title.",
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
        movierpc detail dune --poster

      --poster draws the poster beside the text, on a terminal with chafa.
      The text does not wait for it.

      Exit status 5: there is no such title.
      """),
    method: "detail", arguments: [.title],
    options: [
      [
        .flag("open", help: "Open the title's page at TMDB with xdg-open."),
        .flag("poster", help: "Draw the poster beside the text, with chafa."),
      ], .output, .freshness,
    ],
    exclusive: usuallyExclusive + [["open", "poster"]],
    run: { (invocation) throws(CommandError) in
      let form = try invocation.form()
      if invocation.has("poster"), form.isForPeople, !form.text, let page = IllustratedPage.onTerminal() {
        return try illustrate(page, invocation)
      }
      guard invocation.has("open") else { return try Answer.title(DetailPage.text)(invocation) }
      let detail = try RPCClient.json(try TitleCommand.result(try invocation.params(), invocation))
      guard
        let page = JSONView<Title>(detail).text(\.key).flatMap({ TitleKey($0) }).flatMap(TitleAddress.page)
      else {
        throw CommandError(.notFound, "this title has no page at TMDB")
      }
      try OpenAddress.open(page)
    })

  private static func illustrate(_ page: IllustratedPage, _ invocation: Invocation) throws(CommandError) {
    let title = try KeyOrWords(invocation.words, for: invocation.name)
    var caller = try invocation.connect()
    let detail = try RPCClient.json(
      try TitleCommand.result(title, try invocation.params(), invocation, hasPage: true, &caller))
    // What it says while it waits would be in the way of the picture.
    caller.onDelay = nil
    try page.show(DetailPage.text(detail, on: page.screen)) { isWaiting in
      guard let path = JSONView<TitleDetail>(detail).title.posterPath else { return nil }
      var params = MethodParams("image")
      params.add("path", path)
      params.add("cache_only", !isWaiting)
      caller.restartDeadline(patience)
      return (try? caller.json(params)).flatMap { JSONView($0, ImageMethod.answer).file }
    }
  }

  /// For a poster that must be fetched; the text is there already.
  private static let patience = Seconds("3")
}
