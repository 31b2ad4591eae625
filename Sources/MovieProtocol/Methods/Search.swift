import JSONRPC

package enum SearchMethod: RPCMethod {
  package static let q = Param(required: "q", .text(1...200, trimmed: true), "The text to search for.")
  package static let year = Param("year", .integer(1870...2100), "Only titles of this year.")
  package static let debounce = Param(
    "debounce_ms", .integer(0...2000), handling: true,
    "Waits so long before the search starts; default 0, with supersedes the setting, 250.")
  package static let supersedes = Param(
    "supersedes", .text(1...128, trimmed: false), handling: true,
    "A name: older searches of this connection with the same name are cancelled first.")
  package static let record = Param(
    "record", .boolean, handling: true,
    "Add the answered search to the history; default true, with supersedes false.")

  package static let method = Method(
    "search", "find films and series by title",
    description: """
      Case, accents and punctuation are ignored, and the last word may be incomplete. Exact titles are \
      first, then titles that begin with the text, then titles with all the words, each group by votes. A \
      newer search of this connection with the same `supersedes` cancels older ones.
      """,
    parameters: [q, .mediaChoice, year, .page, .pageSize, debounce, supersedes, record],
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
    q = arguments[SearchMethod.q]
    mediaType = arguments[.mediaChoice].mediaType
    year = arguments[SearchMethod.year]
    page = arguments[.page]
    pageSize = arguments[.pageSize]
    supersedes = arguments[SearchMethod.supersedes]
    isRecorded = arguments[SearchMethod.record] ?? (supersedes == nil)
    debounce = arguments[SearchMethod.debounce] ?? (supersedes == nil ? 0 : defaultDebounce)
  }
}
