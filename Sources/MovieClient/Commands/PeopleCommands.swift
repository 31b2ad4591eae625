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
      catalogue; use their names with movierpc person and credits. Words that
      nobody is called may be misspelt.
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
    usage: "KEY | WORDS ... [--department directing] [--unseen] [--unlisted] [options]",
    discussion: localizedParagraphs(
      """
        movierpc credits nolan
        movierpc credits tilda swinton --unseen --sort-by vote_average
        movierpc credits nolan --department director --unlisted
        movierpc credits person/525 --department directing --type movie

      --department also takes a job, such as director or screenplay.
      """),
    method: "person.credits", arguments: [.person],
    options: [
      [
        .parameter("department", "d", help: "Only this department or job."), .type,
        .flag("unseen", "u", for: "unseen", help: "Only titles not marked as watched."),
        .flag("unlisted", for: "unlisted", help: "Only titles on none of your lists."),
        .parameter(
          "sort_by", placeholder: "field",
          help: "release_date, title, vote_average, vote_count or popularity; .asc or .desc may follow."),
      ], .pages, .titles, .freshness,
    ],
    run: PersonCommand.show(
      filters: ["department", "type", "unseen", "unlisted"], CreditsPage.text))
}

extension Argument {
  static let person = Argument(
    "KEY", .some, form: "KEY | WORDS ...", help: "A person's key, or words of the name.")
}

/// A key, or words for the best match.
enum PersonCommand {
  /// - Parameter filters: options that may leave nothing of a list.
  static func show(filters: [String] = [], _ page: @escaping Answer.Page) -> Command.Run {
    { (invocation) throws(CommandError) in
      let person = try PersonWords(invocation.words, for: invocation.name)
      var params = try invocation.params()
      person.add(to: &params)
      var form = try invocation.form(ifEmpty: localized("nothing found") + invocation.place)
      let given = filters.filter(invocation.has)
      if !given.isEmpty {
        var whole = MethodParams(params.method)
        person.add(to: &whole)
        form.unfiltered = (whole, given.map { "--" + $0 }.joined(separator: " "))
      }
      try ResultPrinter.show(params, invocation, form, page)
    }
  }
}

/// `KEY|WORDS` of a person.
enum PersonWords: Equatable {
  case key(PersonKey)
  case words(String)

  /// - Parameter command: the command that takes them, for the hint.
  init(_ words: [String], for command: String) throws(CommandError) {
    let text = words.joined(separator: " ")
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw .usage("name a person", hint: "for example: movierpc \(command) nolan")
    }
    if let key = PersonKey(number: text) {
      throw CommandError.usage("\(text) is neither a name nor a key").corrected(text, key.text)
    }
    self = PersonAddress.key(text).map { .key($0) } ?? .words(text)
  }

  func add(to params: inout MethodParams) {
    switch self {
    case .key(let key): params.add("key", key.text)
    case .words(let words): params.add("name", words)
    }
  }
}
