import JSONRPC
import MovieProtocol

// Films and series.

extension Command {
  static let search = Command(
    "search", summary: "Find films and series by title.",
    usage: "WORDS ... [--year 2021] [--type movie|tv] [options]",
    discussion: localizedParagraphs(
      """
      Case, accents and punctuation are ignored, and the last word may be
      incomplete. Prints a table on a terminal, JSON on one line in a pipe.

        movierpc search dune
        movierpc search blade ru --type movie
        movierpc search alien --page 2 --page-size 50
        movierpc search nolan --include people
        movierpc search dune --format '{title} ({year})'
        movierpc search dune --as fzf |
          fzf --delimiter '\\t' --with-nth 2.. | cut -f1

      Use the KEY of a title with movierpc detail and trailer.
      If nothing is found, the exit status is still 0.
      """),
    method: "search", arguments: [Argument("WORDS", .some, for: "q", help: "Words to search for.")],
    options: [
      [
        .parameter("year", "y", placeholder: "year", help: "Only titles of this year."), .type,
        .includePeople,
      ], .pages, .titles, .freshness,
    ],
    run: Answer.search())

  static let suggest = Command(
    "suggest", summary: "Complete a title while you type.",
    usage: "WORDS ... [--limit 10] [--type movie|tv] [options]",
    discussion: localizedParagraphs(
      """
      Finds the same matches as search, from local data only and with fewer
      fields: for menus that update on every keystroke.

        movierpc suggest blade ru
        movierpc suggest du --limit 5 --as rofi
      """),
    method: "suggest", arguments: [Argument("WORDS", .some, for: "q", help: "Words typed so far.")],
    options: [
      [.parameter("limit", "n", help: "Maximum number of titles, 1 to 20."), .type, .includePeople], .titles,
    ],
    run: Answer.search())

  static let browse = Command(
    "browse", summary: "Show a list, such as trending or top_rated.",
    usage: "LIST [--type movie|tv|any] [options]",
    discussion: Paragraph.text(localized("The lists are \(lists)."), width: HelpParagraph.width) + "\n"
      + localizedParagraphs(
        """
          movierpc browse top_rated
          movierpc browse trending --type tv
          movierpc browse award --page-size 100 --format '{year}  {title}'
          movierpc browse popular --as rofi | rofi -dmenu -show-icons

        --window applies to trending. airing_today and on_the_air need a TMDB
        key: exit status 4 without one.
        """),
    method: "browse", arguments: [Argument("LIST", for: "list", help: "Name of the list.")],
    options: [
      [.type], .pages, [.parameter("window", help: "For trending: the last day or week.")], .titles,
      .freshness,
    ],
    run: Answer.show(
      ifEmpty: { localized("nothing found in \($0.words[0])\($0.place)") },
      TitleTable.text))

  private static var lists: String {
    (browse.parameter("list")?.type.choices ?? []).joined(separator: ", ")
  }

  static let discover = Command(
    "discover", summary: "Find films or series by genre, year, votes or offer.",
    usage: "[--genre GENRE] [--year YEAR] [--type movie|tv] [options]",
    discussion: localizedParagraphs(
      """
        movierpc discover --genre western --sort-by vote_average
        movierpc discover --genre 'science fiction,adventure' --year 1984
        movierpc discover --type tv --provider 8 --country DE
        movierpc discover --from 2020-01-01 --max-runtime 100 --unseen

      Providers, offers, certificates, people, keywords, studios, networks and
      the order of revenue need a TMDB key: exit status 4 without one.
      """),
    method: "discover",
    options: [
      [
        .genre, .parameter("year", "y", placeholder: "year", help: "Year of the release."),
        .parameter(
          "sort_by", placeholder: "field",
          help: "popularity, vote_average, vote_count, release_date or title; .asc or .desc may follow."),
        .parameter("min_votes", help: "Minimum number of votes."),
        .parameter("provider", placeholder: "ids", help: "Numbers of providers, as in --genre."),
        .parameter("offer", help: "Kind of offer."),
        .parameter("country", placeholder: "code", help: "Country of the offer."), .type,
      ], .filters, .pages, .titles, .freshness,
    ],
    run: Answer.show(TitleTable.text))

  static let home = Command(
    "home", summary: "Show a start screen: one film at the top, and rows of titles.",
    discussion: localizedParagraphs(
      """
      Rows are lists of browse, alone or with a type. The same seed chooses
      the same hero.

        movierpc home
        movierpc home --row-size 3 --rows trending/movie award
        movierpc home --as fzf
      """),
    method: "home",
    options: [
      [
        .parameter(
          "rows", placeholder: "list[/type]", takesList: true,
          help: "Lists, such as popular or trending/tv."),
        .parameter("row_size", "n", help: "Titles per row, 1 to 20."),
        .parameter("seed", placeholder: "number", help: "Chooses the hero."),
      ], .titles, .freshness,
    ],
    run: Answer.show(
      ifEmpty: { _ in localized("there is nothing to show") }, HomePage.text))
}
