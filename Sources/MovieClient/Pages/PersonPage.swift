import JSONRPC
import MovieProtocol

/// The result of `person` as text for people: a card.
enum PersonPage {
  static func text(_ result: JSONValue, on screen: Screen) -> String {
    let person = JSONView(result, PersonDetail.shape)
    var head = Paragraph.text(name(person.person), width: screen.textWidth).split(separator: "\n").map {
      screen.show(String($0), .strong)
    }
    let figures = [
      text(person.person.knownForDepartment.map { ValueWord.text($0) }), life(person),
      text(person.placeOfBirth),
    ].filter { !$0.isEmpty }.joined(separator: screen.separator)
    head += Paragraph.text(figures, width: screen.textWidth).split(separator: "\n").map(String.init)
    if let key = person.person.text(\.key) {
      head.append(screen.show(TerminalText.cleaned(key), .accent))
    }
    let biography = text(person.biography)
    let parts = [
      head.map { $0 + "\n" }.joined(),
      biography.isEmpty ? "" : Paragraph.text(biography, width: screen.textWidth), facts(person, on: screen),
      knownFor(person, on: screen), foot(person, on: screen),
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The name, with that in the person's own script.
  private static func name(_ person: JSONView<Person>) -> String {
    let (name, original) = (text(person.name), text(person.originalName))
    return original.isEmpty || original == name ? name : "\(name) (\(original))"
  }

  /// `1970-07-30`, `1928-07-26 – 1999-03-07`
  private static func life(_ person: JSONView<PersonDetail>) -> String {
    [text(person.birthday), text(person.deathday)].filter { !$0.isEmpty }.joined(separator: " – ")
  }

  private static func facts(_ person: JSONView<PersonDetail>, on screen: Screen) -> String {
    let imdb = text(person.imdbID)
    return DetailPage.lines(
      [
        (
          localized("Also known"),
          person.alsoKnownAs.map { text($0) }.filter { !$0.isEmpty }.joined(separator: ", ")
        ), ("IMDb", imdb.isEmpty ? "" : "https://www.imdb.com/name/\(imdb)/"),
        (localized("Homepage"), text(person.homepage)),
      ], on: screen)
  }

  private static func knownFor(_ person: JSONView<PersonDetail>, on screen: Screen) -> String {
    guard !person.knownFor.isEmpty else { return "" }
    var table = TitleTable.short(on: screen)
    table.addLine(screen.show(localized("Known for"), .strong))
    table.add(person.knownFor.map(TitleCells.init))
    return table.text(on: screen) + legend(person.knownFor, table, screen)
  }

  private static func legend(
    _ titles: [JSONView<Title>], _ table: Table<TitleCells>, _ screen: Screen
  ) -> String {
    let legend = TitleMarks.legend(titles, in: table, on: screen)
    return legend.isEmpty ? "" : "\n" + legend
  }

  private static func foot(_ person: JSONView<PersonDetail>, on screen: Screen) -> String {
    let partial =
      person.isPartial != true
      ? ""
      : MetaLines.isKeyless(person.meta)
        ? localized("From the built-in catalogue; a TMDB key adds the life and all titles.")
        : localized("Only what is known without TMDB.")
    return screen.remark(partial) + MetaLines.text(person.meta, on: screen)
  }

  private static func text(_ value: String?) -> String { TerminalText.cleaned(value ?? "") }
}

/// The result of `people`.
enum PeoplePage {
  /// Below a heading.
  static func short(_ people: [JSONView<Person>]) -> Table<JSONView<Person>> {
    Table(
      people,
      [
        .column("", least: 16) { $0.name ?? "" },
        .column("", style: .dim, leavesAs: 0) { $0.knownForDepartment.map { ValueWord.text($0) } ?? "" },
        .column("", style: .accent) { $0.text(\.key) ?? "" },
      ], hasHeader: false, indent: 2)
  }

  static func text(_ result: JSONValue, on screen: Screen) -> String {
    ListPage.text(
      JSONView(result, Person.page).results, of: result, .person, hasAll: false, on: screen,
      [
        .column("NAME", \.name, style: .strong, least: 16),
        .column("KNOWN FOR", least: 8, leavesAs: 0) { ValueWord.text($0[\.knownForDepartment]) },
        .column("KEY", style: .accent, leavesAs: 1) { $0.text(\.key) ?? "" },
      ])
  }
}

/// The result of `person.credits`.
enum CreditsPage {
  static func text(_ result: JSONValue, on screen: Screen) -> String {
    let rows = JSONView(result, CreditedTitle.page).results.map {
      (cells: TitleCells($0.title), credit: $0.credit)
    }
    return ListPage.text(
      rows, of: result, .title, hasAll: false,
      legend: { TitleMarks.legend(rows.map(\.cells.view), in: $0, on: screen) }, on: screen,
      [
        TitleMarks.column(on: screen, of: \.cells.view),
        .column("YEAR", .right, leavesAs: 4, cell: \.cells.year),
        .column("TITLE", style: .strong, least: 24, cell: \.cells.title),
        .column("TYPE", leavesAs: 1, cell: \.cells.type),
        .column("RATING", .right, leavesAs: 2, cell: \.cells.rating),
        .column("AS", style: .dim, least: 16, isExtra: true) { part($0.credit) },
        .column("KEY", style: .accent, leavesAs: 3, cell: \.cells.key),
      ])
  }

  /// `Cobb`, or `Director, Writer`.
  private static func part(_ credit: JSONView<Credit>) -> String {
    let parts = [credit.character, credit.job].compactMap(\.self)
    return parts.isEmpty ? ValueWord.text(credit.department ?? "") : parts.joined(separator: ", ")
  }
}
