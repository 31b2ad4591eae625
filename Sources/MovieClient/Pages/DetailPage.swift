package import JSONRPC
import MovieProtocol

/// The result of `detail` as text for people: a card.
package enum DetailPage {
  package static func text(_ result: JSONValue, on screen: Screen) -> String {
    let detail = JSONView<TitleDetail>(result)
    let related = related(detail, on: screen)
    let parts = [
      head(detail, on: screen) + overview(detail, on: screen), facts(detail, on: screen),
      related.text(on: screen), foot(detail, below: related, on: screen),
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// Name, key, other name, and the line of figures.
  static func head(_ detail: JSONView<TitleDetail>, on screen: Screen) -> String {
    let cells = TitleCells(detail.title)
    var lines = broken(cells.name, screen).map { screen.show($0, .strong) }
    let original = text(detail.title.originalTitle)
    if !original.isEmpty, original != cells.title { lines += broken(original, screen) }
    let figures = figures(detail, cells, on: screen)
    let isOneLine = TerminalText.width(figures) + TerminalText.width(cells.key) + 3 <= screen.textWidth
    let key = screen.show(cells.key, .accent)
    if isOneLine {
      lines.append(figures.isEmpty ? key : figures + screen.separator + key)
    } else {
      lines += broken(figures, screen) + [key]
    }
    if detail.title.isGone == true { lines.append(TitleMarks.Mark.gone.meaning) }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func broken(_ text: String, _ screen: Screen) -> [String] {
    Paragraph.text(text, width: screen.textWidth).split(separator: "\n").map(String.init)
  }

  /// `film · 7.8 of 10 (13304 votes) · 2 h 35 min · PG-13 · Science Fiction, Adventure`
  private static func figures(
    _ detail: JSONView<TitleDetail>, _ cells: TitleCells, on screen: Screen
  ) -> String {
    let votes = detail.title.voteCount.map { " (\(Quantity.count($0, .vote)))" } ?? ""
    let rating = cells.rating.isEmpty ? "" : localized("\(cells.rating) of 10") + votes
    let runtime = detail.runtime.flatMap { $0 > 0 ? Quantity.minutes($0) : nil } ?? ""
    let certification = text(detail.certification?.value)
    return [cells.type, rating, runtime, certification, cells.genres].filter { !$0.isEmpty }
      .joined(separator: screen.separator)
  }

  /// The overview, with an empty line before it.
  static func overview(_ detail: JSONView<TitleDetail>, on screen: Screen) -> String {
    [text(detail.tagline), text(detail.title.overview)].filter { !$0.isEmpty }.map {
      "\n" + Paragraph.text($0, width: screen.textWidth)
    }.joined()
  }

  private static func facts(_ detail: JSONView<TitleDetail>, on screen: Screen) -> String {
    let makers = [
      (localized("Director"), list(detail.directors) { name in director(text(name), detail) }),
      (localized("Created by"), list(detail.creators, text)),
    ]
    let others: [(String, String)] =
      [
        (
          localized("Crew"),
          list(detail.crew) { member in
            // Directors have their own line.
            text(member.job) == "Director" ? "" : "\(text(member.name)) (\(text(member.job)))"
          }
        ),
        (localized("Collection"), text(detail.collection?.name)),
        (
          localized("Released"),
          [text(detail.title.releaseDate), status(detail)].filter { !$0.isEmpty }.joined(separator: ", ")
        ),
      ] + series(detail) + [
        (localized("Library"), library(detail.title)),
        (localized("Keywords"), list(detail.keywords, text)),
      ] + production(detail) + whereToWatch(detail, on: screen) + [
        ("IMDb", text(detail.imdbID).isEmpty ? "" : "https://www.imdb.com/title/\(text(detail.imdbID))/"),
        (localized("Homepage"), text(detail.homepage)),
      ]
    return lines(makers, on: screen) + cast(detail, on: screen) + lines(others, on: screen)
  }

  static func lines(_ facts: [(String, String)], on screen: Screen) -> String {
    facts.filter { !$0.1.isEmpty }.map { name, value in
      let block = Paragraph.text(value, indent: factColumn, first: name, width: screen.textWidth)
      return screen.show(name, .dim) + block.dropFirst(name.count)
    }.joined()
  }

  /// With the key, if TMDB tells it.
  private static func director(_ name: String, _ detail: JSONView<TitleDetail>) -> String {
    let member = detail.crew.first { text($0.job) == "Director" && text($0.name) == name }
    return member?.text(\.key).map { "\(name) (\(TerminalText.cleaned($0)))" } ?? name
  }

  private static let maxCast = 10

  /// The first of them, with their keys where there is room, and in two columns where there is more.
  private static func cast(_ detail: JSONView<TitleDetail>, on screen: Screen) -> String {
    let all = detail.cast.filter { !text($0.name).isEmpty }
    guard !all.isEmpty else { return "" }
    let shown = all.prefix(maxCast).map { member in
      let character = text(member.character)
      return (
        name: text(member.name) + (character.isEmpty ? "" : " (\(character))"),
        key: TerminalText.cleaned(member.text(\.key) ?? "")
      )
    }
    let room = screen.width - 1 - factColumn
    let width = (shown.map { TerminalText.width($0.name) }.max() ?? 0) + 2
    let keyWidth = shown.map { TerminalText.width($0.key) }.max() ?? 0
    func padded(_ text: String, to width: Int) -> String {
      text + String(repeating: " ", count: max(0, width - TerminalText.width(text)))
    }
    let hasKeys = keyWidth > 0 && width + keyWidth <= room
    let cellWidth = hasKeys ? width + keyWidth + 2 : width
    func cell(_ place: Int, isLast: Bool) -> String {
      let (name, key) = shown[place]
      guard hasKeys else { return isLast ? name : padded(name, to: width) }
      let blanks = isLast ? 0 : cellWidth - width - TerminalText.width(key)
      return (key.isEmpty && isLast ? name : padded(name, to: width)) + screen.show(key, .accent)
        + String(repeating: " ", count: blanks)
    }
    var lines: [String] =
      if 2 * cellWidth - 2 <= room {
        stride(from: 0, to: shown.count, by: 2).map { place in
          place + 1 < shown.count
            ? cell(place, isLast: false) + cell(place + 1, isLast: true) : cell(place, isLast: true)
        }
      } else if hasKeys {
        shown.indices.map { cell($0, isLast: true) }
      } else {
        shown.flatMap { Paragraph.text($0.name, width: room).split(separator: "\n").map(String.init) }
      }
    if all.count > maxCast { lines.append(localized("and \(all.count - maxCast) more")) }
    let name = localized("Cast")
    let indent = String(repeating: " ", count: factColumn)
    return lines.enumerated().map { place, line in
      let first = screen.show(name, .dim) + indent.dropFirst(TerminalText.width(name))
      return (place == 0 ? first : indent) + line + "\n"
    }.joined()
  }

  private static let factColumn = 13

  private static func status(_ detail: JSONView<TitleDetail>) -> String {
    let status = text(detail.status)
    return status == "Released" ? "" : ValueWord.text(status)
  }

  private static func library(_ title: JSONView<Title>) -> String {
    let state = title.userState
    let marks: [(Bool?, TitleMarks.Mark)] = [
      (state.isOnWatchlist, .watchlist), (state.isWatched, .watched), (state.isFavorite, .favorite),
    ]
    return marks.filter { $0.0 == true }.map(\.1.meaning).joined(separator: ", ")
  }

  /// A line for each country that has offers. JustWatch, the source of the data, requires its link to be
  /// shown.
  private static func whereToWatch(
    _ detail: JSONView<TitleDetail>, on screen: Screen
  ) -> [(String, String)] {
    (detail[\.whereToWatch]?.objectValue ?? []).map { country in
      let there = JSONView<TitleDetail.Offers>(country.value)
      let offers = list(there.offers) { "\(text($0.provider)) (\(ValueWord.text(text($0.kind))))" }
      let link = text(there.link)
      return (
        localized("Watch in \(TerminalText.cleaned(country.name))"),
        offers.isEmpty
          ? localized("nowhere") : [offers, link].filter { !$0.isEmpty }.joined(separator: screen.separator)
      )
    }
  }

  /// Keeps a card about one screen long; --json has all.
  private static let maxRelated = 6

  private static func related(
    _ detail: JSONView<TitleDetail>, on screen: Screen
  ) -> Table<TitleCells> {
    var table = TitleTable.short(on: screen)
    let lists = [
      (localized("Similar"), detail.similar), (localized("Recommended"), detail.recommendations),
    ]
    for (heading, rows) in lists {
      guard !rows.isEmpty else { continue }
      if !table.isEmpty { table.addLine("") }
      table.addLine(screen.show(heading, .strong))
      table.add(rows.prefix(maxRelated).map(TitleCells.init))
    }
    return table
  }

  private static func foot(
    _ detail: JSONView<TitleDetail>, below table: Table<TitleCells>, on screen: Screen
  ) -> String {
    let partial =
      detail.isPartial != true
      ? ""
      : MetaLines.isKeyless(detail.meta)
        ? localized("From the built-in catalogue; a TMDB key adds plot, full cast and trailers.")
        : localized("Only what is known without TMDB.")
    let related = [detail.similar, detail.recommendations].flatMap { $0.prefix(maxRelated) }
    return screen.remark(partial)
      + TitleMarks.legend(related, in: table, on: screen) + MetaLines.text(detail.meta, on: screen)
  }

  private static func list<Item>(_ items: [Item], _ text: (Item) -> String) -> String {
    items.map(text).filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private static func text(_ value: String?) -> String { TerminalText.cleaned(value ?? "") }
}
