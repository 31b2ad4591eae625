import JSONRPC
import MovieProtocol

extension Command {
  static let season = Command(
    "season", summary: "Show a season of a series with its episodes.",
    usage: "KEY | WORDS ... NUMBER [options]",
    discussion: localizedParagraphs(
      """
        movierpc season severance 2
        movierpc season tv/95396 s02
        movierpc season breaking bad 5 --format '{episode_number} {name}'

      Number 0 are the specials. Needs a TMDB key: exit status 4 without one.
      """),
    method: "season",
    arguments: [
      Argument(
        "KEY", .some, form: "KEY | WORDS ... NUMBER", completion: .asked(CompletionTitles.suggested),
        help: "A series' key, or words of its name, and the number of the season.")
    ],
    options: [.output, .freshness],
    run: { (invocation) throws(CommandError) in
      var invocation = invocation
      guard let number = invocation.words.last.flatMap(number), invocation.words.count > 1 else {
        throw .usage(
          "name a series and the number of a season", hint: "for example: movierpc season severance 2")
      }
      invocation.words.removeLast()
      var params = try invocation.params()
      params.add("season_number", String(number))
      let form = try invocation.form()
      let result = try TitleCommand.result(params, invocation, hasPage: form.isForPeople)
      try ResultPrinter.show(result, form, SeasonPage.text)
    })

  /// `2`, `02`, `s02`, `S2`
  private static func number(_ word: String) -> Int? {
    let digits = word.lowercased().hasPrefix("s") ? word.dropFirst() : word[...]
    guard (1...5).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int(digits)
  }
}
