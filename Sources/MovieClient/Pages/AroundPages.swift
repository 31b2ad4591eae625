import JSONRPC
import MovieProtocol

/// The result of `collection`.
enum CollectionPage {
  static func text(_ result: JSONValue, on screen: Screen) -> String {
    let collection = JSONView<FilmCollection>(result)
    let name = TerminalText.cleaned(collection.name ?? "")
    var table = TitleTable.short(on: screen)
    table.add(collection.parts.map(TitleCells.init))
    let overview = TerminalText.cleaned(collection.overview ?? "")
    let foot =
      TitleMarks.legend(collection.parts, in: table, on: screen) + MetaLines.text(collection.meta, on: screen)
    let parts = [
      screen.show(TerminalText.cut(name, to: screen.width, ellipsis: screen.ellipsis), .strong) + "\n",
      overview.isEmpty ? "" : Paragraph.text(overview, width: screen.textWidth),
      table.isEmpty ? "" : table.text(on: screen), foot,
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }
}

/// The result of `reviews`.
enum ReviewsPage {
  static func text(_ result: JSONValue, on screen: Screen) -> String {
    let reviews = JSONView(result, Review.page).results
    guard !reviews.isEmpty else { return "" }
    let texts = reviews.map { review in
      let rating =
        review.rating.flatMap { rating in
          // A daemon of another version may send anything.
          (0...10).contains(rating)
            ? localized("\(Quantity.tenths(Int((rating * 10).rounded()))) of 10") : nil
        } ?? ""
      let head = [
        TerminalText.cleaned(review.author ?? ""), rating,
        String(TerminalText.cleaned(review.text(\.createdAt) ?? "").prefix(10)),
      ].filter { !$0.isEmpty }.joined(separator: screen.separator)
      let content = (review.content ?? "").split(whereSeparator: \.isNewline).map { line in
        Paragraph.text(TerminalText.cleaned(String(line)), width: screen.textWidth)
      }.joined()
      return screen.show(TerminalText.cut(head, to: screen.width, ellipsis: screen.ellipsis), .strong) + "\n"
        + content
    }
    let foot =
      screen.remark(ListPage.more(result, .review, hasAll: false) ?? "")
      + MetaLines.text(JSONView<TitlePage>(result).meta, on: screen)
    return (texts + [foot]).filter { !$0.isEmpty }.joined(separator: "\n")
  }
}

/// The result of `images`.
enum GalleryPage {
  static func text(_ result: JSONValue, on screen: Screen) -> String {
    ListPage.text(
      JSONView(result, ListedPicture.page).results, of: result, .picture, hasAll: false, on: screen,
      [
        .column("KIND") { $0.json["kind"].map { ValueWord.text($0) } ?? "" },
        .column("SIZE", .right, leavesAs: 1) { picture in
          guard let width = picture.width, let height = picture.height else { return "" }
          return "\(width)x\(height)"
        },
        .column("LANGUAGE", leavesAs: 0) { $0.language ?? "" },
        .column("PATH", style: .accent) { $0.path ?? "" },
      ])
  }
}

/// The result of `find`.
enum FoundPage {
  static func text(_ result: JSONValue, on screen: Screen) -> String {
    let found = JSONView<FoundByID>(result)
    guard !found.titles.isEmpty || !found.people.isEmpty else { return "" }
    var table = TitleTable.short(on: screen)
    table.add(found.titles.map(TitleCells.init))
    let people = PeoplePage.short(found.people)
    let foot = TitleMarks.legend(found.titles, in: table, on: screen) + MetaLines.text(found.meta, on: screen)
    return (table.isEmpty ? "" : table.text(on: screen)) + (people.isEmpty ? "" : people.text(on: screen))
      + (foot.isEmpty ? "" : "\n" + foot)
  }
}
