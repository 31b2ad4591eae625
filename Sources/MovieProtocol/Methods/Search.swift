import JSONRPC

extension Method {
  package static let search = Method(
    "search", "find films and series by title",
    description: """
      Case, accents and punctuation do not count, and the last word may be a beginning. Whole titles come first, \
      then beginnings of titles, then titles with all the words, each by votes. A newer search of this connection \
      with the same `supersedes` has older ones answered `cancelled`.
      """,
    parameters: [
      Parameter("q", .text(1...200, trimmed: true), required: true, "What is looked for."),
      Parameter(
        "media_type", .choice(MediaChoice.allCases.map(\.rawValue)), default: .text("any"),
        "Films, series or both."),
      Parameter("year", .integer(1870...2100), "Only titles of this year."),
      .page, .pageSize,
      Parameter(
        "debounce_ms", .integer(0...2000), handling: true,
        "Nothing is done before this time has passed; default 0, with supersedes the setting, 250."
      ),
      Parameter(
        "supersedes", .text(1...128, trimmed: false), handling: true,
        "A name: older searches of this connection with it are answered `cancelled` first."),
      Parameter(
        "record", .boolean, handling: true,
        "Put an answered search into the history; default true, with supersedes false."),
    ],
    aboutTitles: true,
    result: TitlePage.schema,
    example: ["q": "dune"])
}

/// The parameters of `search`, with the settings filled in.
package struct SearchParams: Sendable, Equatable {
  package var q: String
  package var mediaType: Title.MediaType?
  package var year: Int?
  package var page: Int
  package var pageSize: Int
  package var debounce: Int
  package var supersedes: String?
  /// It is added to the history once it is answered.
  package var isRecorded: Bool

  /// For the daemon's own use.
  package init(q: String, _ mediaType: Title.MediaType?, year: Int?, pageSize: Int) {
    (self.q, self.mediaType, self.year, self.pageSize) = (q, mediaType, year, pageSize)
    (page, debounce, isRecorded) = (1, 0, false)
  }

  /// - Parameter arguments: with the settings filled in.
  package init(_ arguments: Arguments, defaultDebounce: Int) {
    q = arguments.text("q") ?? ""
    mediaType = arguments.text("media_type").flatMap(Title.MediaType.init(rawValue:))
    year = arguments.integer("year")
    page = arguments.integer("page") ?? 1
    pageSize = arguments.integer("page_size") ?? 20
    supersedes = arguments.text("supersedes")
    isRecorded = arguments.boolean("record") ?? (supersedes == nil)
    debounce = arguments.integer("debounce_ms") ?? (supersedes == nil ? 0 : defaultDebounce)
  }
}
