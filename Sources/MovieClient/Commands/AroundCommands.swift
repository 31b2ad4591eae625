import JSONRPC
import MovieProtocol

// What is around a title.

extension Command {
  static let collection = Command(
    "collection", summary: "Show the films that belong together.",
    usage: "NUMBER | KEY | WORDS ... [options]",
    discussion: localizedParagraphs(
      """
      Words may also name one of its films.

        movierpc collection dune
        movierpc collection movie/438631
        movierpc collection 726871
        movierpc collection dune --as fzf

      Exit status 5: there is no such collection.
      """),
    method: "collection",
    arguments: [
      Argument(
        "NUMBER", .some, form: "NUMBER | KEY | WORDS ...",
        help: "TMDB's number, the key of a film, or words of the name.")
    ],
    options: [.titles, .freshness],
    run: { (invocation) throws(CommandError) in
      let text = invocation.words.joined(separator: " ")
      guard text.contains(where: { !$0.isWhitespace }) else {
        throw .usage("name a collection", hint: "for example: movierpc collection dune")
      }
      var params = try invocation.params()
      params.add(Int(text) != nil ? "id" : TitleKey(text) != nil ? "key" : "name", text)
      try ResultPrinter.show(params, invocation, try invocation.form(), CollectionPage.text)
    })

  static let related = Command(
    "related", summary: "List titles like one title.",
    usage: "KEY | WORDS ... [--kind similar] [options]",
    discussion: localizedParagraphs(
      """
        movierpc related dune
        movierpc related movie/438631 --kind similar --page 2
        movierpc related severance --as fzf
      """),
    method: "related", arguments: [.title],
    options: [
      [.parameter("kind", "k", help: "Similar titles, or those that the same people liked.")], .pages,
      .titles,
      .freshness,
    ],
    run: Answer.title(TitleTable.text))

  static let reviews = Command(
    "reviews", summary: "Read what users of TMDB wrote about a title.",
    discussion: localizedParagraphs(
      """
        movierpc reviews dune
        movierpc reviews movie/438631 --language de

      Needs a TMDB key: exit status 4 without one.
      """),
    method: "reviews", arguments: [.title], options: [.pages, .output, .freshness],
    run: Answer.title(ReviewsPage.text))

  static let images = Command(
    "images", summary: "List the pictures of a title.",
    usage: "KEY | WORDS ... [--kind backdrop] [options]",
    discussion: localizedParagraphs(
      """
      movierpc poster fetches the best of a kind as a file; any other is fetched
      by its path with movierpc call image.

        movierpc images dune --kind backdrop
        movierpc images movie/438631 --format '{kind} {path} {width}x{height}'
      """),
    method: "images", arguments: [.title],
    options: [[.parameter("kind", "k", help: "Only pictures of this kind.")], .pages, .output, .freshness],
    run: Answer.title(GalleryPage.text))

  static let find = Command(
    "find", summary: "Find a title or a person by the number or address that others use.",
    usage: "NUMBER | ADDRESS [options]",
    discussion: localizedParagraphs(
      """
      Numbers of IMDb (tt, nm), TVDB (digits) and Wikidata (Q), and addresses of
      TMDB, IMDb, Wikidata and Letterboxd.

        movierpc find tt1160419
        movierpc find https://letterboxd.com/film/blade-runner/
        movierpc find 371980 --format '{key}'
      """),
    method: "find", arguments: [Argument("NUMBER", .some, for: "id", help: "A number or an address.")],
    options: [.output, .freshness],
    run: Answer.show(FoundPage.text))
}
