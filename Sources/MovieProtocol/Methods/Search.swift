import JSONRPC

package enum SearchMethod: RPCMethod {
  package enum Include: String, CaseIterable, Sendable { case people }

  package static let q = Param(required: "q", .text(1...200, trimmed: true), "The text to search for.")
  package static let year = Param("year", .integer(1870...2100), "Only titles of this year.")
  package static let debounce = Param(
    "debounce_ms", .integer(0...2000), handling: true,
    "Waits so long first. Without it, a search with supersedes waits as the setting says, and only for TMDB.")
  package static let include = Param(
    "include", .choices(Include.self), default: [],
    "What else to search: people, one more request to TMDB. Default: nothing.")
  package static let record = Param(
    "record", .boolean, handling: true,
    "Record the answered search; default true, with supersedes false.")

  package static let method = Method(
    "search", "find films and series by title",
    description: """
      Case, accents and punctuation are ignored, and the last word may be incomplete. Each word is \
      explained by a name, a person, a genre, a year or another fact of a title, which its `matched` \
      tells; the best explained and best known are first. Words may be corrected or left out, which \
      `meta.corrected` tells. With a TMDB key TMDB's titles come first, in its order, and total_results is \
      TMDB's; others follow where the first page has room. Where TMDB has no title of that name, a \
      description such as `80s horror` finds what TMDB has of it. If itunes.enabled is set, the first page \
      also asks iTunes, at most a second longer than the rest. A search that finds nothing answers an \
      empty list. Searches that differ only in case and blanks are one request to TMDB.
      """,
    parameters: [q, .mediaChoice, year, .page, .pageSize, debounce, record, .titleFields, include],
    aboutTitles: true,
    result: answer.schema,
    example: ["q": "dune"])

  package static let answer = Shape<(page: TitlePage, people: [Person]?)>("SearchPage") {
    Member(of: \.page)
    Member("people", \.people, in: Person.shape, aboutPeople)
  }

  static let aboutPeople =
    "People of that name, the best match first, at most 5; [] after the first page, null if not included."
  package static let maxPeople = 5
}

/// The parameters of `search`, with the settings filled in.
package struct SearchParams: Sendable, Equatable {
  package var q: String
  package var mediaType: Title.MediaType?
  package var year: Int?
  package var page: Int
  package var pageSize: Int
  /// Milliseconds that any answer waits.
  package var debounce: Int
  /// Milliseconds that only a request upstream waits.
  package var upstreamDebounce: Int
  /// It is recorded once it is answered.
  package var isRecorded: Bool

  /// For the daemon's own use.
  package init(q: String, _ mediaType: Title.MediaType?, year: Int?, pageSize: Int) {
    (self.q, self.mediaType, self.year, self.pageSize) = (q, mediaType, year, pageSize)
    (page, debounce, upstreamDebounce, isRecorded) = (1, 0, 0, false)
  }

  /// - Parameter arguments: with the settings filled in.
  package init(_ arguments: Arguments, defaultDebounce: Int) {
    q = arguments[SearchMethod.q]
    mediaType = arguments[.mediaChoice].mediaType
    year = arguments[SearchMethod.year]
    page = arguments[.page]
    pageSize = arguments[.pageSize]
    let isTyped = arguments[.supersedes] != nil
    isRecorded = arguments[SearchMethod.record] ?? !isTyped
    debounce = arguments[SearchMethod.debounce] ?? 0
    upstreamDebounce = isTyped && arguments[SearchMethod.debounce] == nil ? defaultDebounce : 0
  }
}
