import JSONRPC
import MovieProtocol

// People, and what they did.

extension Command {
  static let person = Command(
    "person", summary: "Show all facts about one person.",
    discussion: localizedParagraphs(
      """
      KEY is a key from a list, such as person/525, or the address of a person
      at TMDB. Any other words are searched for, and the best match is shown.

        movierpc person nolan
        movierpc person person/525
        movierpc person tilda swinton --json | jq -r .known_for[].title

      movierpc credits shows all titles of a person.
      Exit status 5: there is no such person.
      """),
    method: "person", arguments: [.person], options: [.output, .freshness],
    run: PersonCommand.show(PersonPage.text))

  static let people = Command(
    "people", summary: "Find people by name, or list the popular ones.",
    usage: "[WORDS ...] [options]",
    discussion: localizedParagraphs(
      """
        movierpc people
        movierpc people anderson --page-size 50

      Without a TMDB key these are the directors and actors of the built-in
      catalogue; use their names with movierpc person and credits.
      """),
    method: "people",
    arguments: [Argument("WORDS", .any, for: "q", help: "A name, or a part of one.")],
    options: [.pages, .output, .freshness],
    run: Answer.show(
      ifEmpty: { invocation in
        localized("nobody found for \"\(invocation.words.joined(separator: " "))\"\(invocation.place)")
      }, PeoplePage.text))

  static let credits = Command(
    "credits", summary: "List the titles of one person.",
    usage: "KEY | WORDS ... [--department directing] [--unseen] [options]",
    discussion: localizedParagraphs(
      """
        movierpc credits nolan
        movierpc credits tilda swinton --unseen --sort-by vote_average
        movierpc credits person/525 --department directing --type movie

      --department also takes a job, such as director or screenplay.
      """),
    method: "person.credits", arguments: [.person],
    options: [
      [
        .parameter("department", "d", help: "Only this department or job."), .type,
        .flag("unseen", "u", for: "unseen", help: "Only titles not marked as watched."),
        .parameter(
          "sort_by", placeholder: "field",
          help: "release_date, title, vote_average, vote_count or popularity; .asc or .desc may follow."),
      ], .pages, .titles, .freshness,
    ],
    run: PersonCommand.show(CreditsPage.text))
}

extension Argument {
  static let person = Argument(
    "KEY", .some, form: "KEY | WORDS ...", help: "A person's key, or words of the name.")
}

/// A key, or words for the best match.
enum PersonCommand {
  static func show(_ page: @escaping Answer.Page) -> Command.Run {
    { (invocation) throws(CommandError) in
      let text = invocation.words.joined(separator: " ")
      guard text.contains(where: { !$0.isWhitespace }) else {
        throw .usage("name a person", hint: "for example: movierpc \(invocation.name) nolan")
      }
      var params = try invocation.params()
      if let key = PersonAddress.key(text) {
        params.add("key", key.text)
      } else {
        params.add("name", text)
      }
      try ResultPrinter.show(params, invocation, try invocation.form(), page)
    }
  }
}
