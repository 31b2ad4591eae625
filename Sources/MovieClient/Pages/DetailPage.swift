package import JSONRPC

/// The result of `detail` as text for people: a card.
package enum DetailPage {
  package static func text(_ detail: JSONValue, on screen: Screen) -> String {
    let parts = [
      head(detail, on: screen) + overview(detail, on: screen), facts(detail, on: screen),
      related(detail, on: screen), foot(detail, on: screen),
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// Name, key, other name, and the line of figures.
  static func head(_ title: JSONValue, on screen: Screen) -> String {
    let cells = TitleCells(title)
    let name = Paragraph.text(cells.name, width: screen.textWidth).split(separator: "\n").map(String.init)
    var lines = name.map { screen.show($0, .strong) }
    let original = text(title["original_title"])
    if !original.isEmpty, original != cells.title { lines.append(original) }
    let figures = figures(title, cells)
    let isOneLine = TerminalText.width(figures) + TerminalText.width(cells.key) + 3 <= screen.textWidth
    let key = screen.show(cells.key, .accent)
    if isOneLine {
      lines.append(figures.isEmpty ? key : figures + " · " + key)
    } else {
      lines +=
        Paragraph.text(figures, width: screen.textWidth).split(separator: "\n").map(String.init) + [key]
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// `film · 7.8 of 10 (13304 votes) · 2 h 35 min · PG-13 · Science Fiction, Adventure`
  private static func figures(_ title: JSONValue, _ cells: TitleCells) -> String {
    let votes = title["vote_count"]?.intValue.map { " (\(Quantity.count($0, "vote")))" } ?? ""
    let rating = cells.rating.isEmpty ? "" : "\(cells.rating) of 10\(votes)"
    let runtime = title["runtime"]?.intValue.flatMap { $0 > 0 ? Quantity.minutes($0) : nil } ?? ""
    let certification = text(title["certification"]?["value"])
    return [cells.type, rating, runtime, certification, cells.genres].filter { !$0.isEmpty }
      .joined(separator: " · ")
  }

  /// The overview, with an empty line before it.
  static func overview(_ title: JSONValue, on screen: Screen) -> String {
    [text(title["tagline"]), text(title["overview"])].filter { !$0.isEmpty }.map {
      "\n" + Paragraph.text($0, width: screen.textWidth)
    }.joined()
  }

  private static func facts(_ detail: JSONValue, on screen: Screen) -> String {
    let facts: [(String, String)] =
      [
        ("Director", list(detail["director"]) { text($0) }),
        ("Created by", list(detail["creators"]) { text($0) }),
        (
          "Cast",
          list(detail["cast"]) { member in
            let character = text(member["character"])
            return text(member["name"]) + (character.isEmpty ? "" : " (\(character))")
          }
        ),
        (
          "Crew",
          list(detail["crew"]) { member in
            // Directors have their own line.
            text(member["job"]) == "Director" ? "" : "\(text(member["name"])) (\(text(member["job"])))"
          }
        ),
        ("Collection", text(detail["collection"]?["name"])),
        (
          "Released",
          [text(detail["release_date"]), status(detail)].filter { !$0.isEmpty }.joined(separator: ", ")
        ),
        ("Seasons", seasons(detail)),
        ("Library", library(detail)),
        ("Keywords", list(detail["keywords"]) { text($0) }),
      ] + whereToWatch(detail) + [
        (
          "IMDb",
          text(detail["imdb_id"]).isEmpty ? "" : "https://www.imdb.com/title/\(text(detail["imdb_id"]))/"
        ),
        ("Homepage", text(detail["homepage"])),
      ]
    return facts.filter { !$0.1.isEmpty }.map { name, value in
      let block = Paragraph.text(value, indent: factColumn, first: name, width: screen.textWidth)
      return screen.show(name, .dim) + block.dropFirst(name.count)
    }.joined()
  }

  private static let factColumn = 13

  private static func status(_ detail: JSONValue) -> String {
    let status = text(detail["status"])
    return status == "Released" ? "" : status
  }

  private static func library(_ detail: JSONValue) -> String {
    let on = detail["on"]
    return [("watchlist", "on the watchlist"), ("watched", "watched"), ("favorite", "favourite")]
      .filter { on?[$0.0]?.boolValue == true }.map(\.1).joined(separator: ", ")
  }

  private static func seasons(_ detail: JSONValue) -> String {
    list(detail["seasons"]) { season in
      let episodes = season["episode_count"]?.intValue.map { " (\(Quantity.count($0, "episode")))" } ?? ""
      return text(season["name"]) + episodes
    }
  }

  /// A line for each country that has offers. JustWatch, the source of the data, requires its link to be
  /// shown.
  private static func whereToWatch(_ detail: JSONValue) -> [(String, String)] {
    (detail["where_to_watch"]?.objectValue ?? []).map { country in
      let offers = list(country.value["offers"]) { "\(text($0["provider"])) (\(text($0["kind"])))" }
      let link = text(country.value["link"])
      return (
        "Watch in " + TerminalText.cleaned(country.name),
        offers.isEmpty ? "nowhere" : [offers, link].filter { !$0.isEmpty }.joined(separator: " · ")
      )
    }
  }

  /// Keeps a card about one screen long; --json has all.
  private static let maxRelated = 6

  private static func related(_ detail: JSONValue, on screen: Screen) -> String {
    var table = TitleTable.short()
    for (heading, name) in [("Similar", "similar"), ("Recommended", "recommendations")] {
      let rows = detail[name]?.arrayValue ?? []
      guard !rows.isEmpty else { continue }
      if !table.isEmpty { table.addLine("") }
      table.addLine(screen.show(heading, .strong))
      for row in rows.prefix(maxRelated) { TitleTable.addShort(row, to: &table, screen) }
    }
    return table.text(on: screen)
  }

  private static func foot(_ detail: JSONValue, on screen: Screen) -> String {
    let partial =
      detail["partial"]?.boolValue == true ? "These are local facts only; a later answer may have more." : ""
    let related = ["similar", "recommendations"].flatMap {
      (detail[$0]?.arrayValue ?? []).prefix(maxRelated)
    }
    return screen.dim(partial)
      + TitleMarks.legend(related, on: screen) + MetaLines.text(detail["meta"], on: screen)
  }

  private static func list(_ value: JSONValue?, _ item: (JSONValue) -> String) -> String {
    (value?.arrayValue ?? []).map(item).filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private static func text(_ value: JSONValue?) -> String {
    TerminalText.cleaned(value?.stringValue ?? "")
  }
}
