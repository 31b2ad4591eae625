import JSONRPC
import MovieProtocol

/// A page of a list of an account.
struct AccountPage: Sendable {
  /// Of all rows, also of those that cannot be read otherwise.
  var ids: [Int]
  var titles: [Int: Title]
  var number: Int
  var totalPages: Int
  var totalResults: Int

  /// Nil if a row has no number, or the totals are missing: a snapshot must be complete.
  init?(_ json: JSONValue, _ mediaType: Title.MediaType) {
    guard let rows = json["results"]?.arrayValue, rows.count <= 100, let number = json.count("page"),
      let pages = json.count("total_pages"), let results = json.count("total_results")
    else { return nil }
    ids = rows.compactMap { $0.id() }
    guard ids.count == rows.count else { return nil }
    titles = Dictionary(rows.compactMap { Title(tmdb: $0, mediaType, .row) }.map { ($0.id ?? 0, $0) }) { $1 }
    (self.number, totalPages, totalResults) = (number, pages, results)
  }
}

/// All pages of a list, and whether they belong together: a list may change while it is read, which moves its
/// rows from page to page.
struct AccountReading: Sendable {
  /// TMDB's last page: see ``TMDBPage/last``.
  private static let maxPages = TMDBPage.last
  static let maxTitles = maxPages * TMDBPage.size

  private(set) var ids: [Int] = []
  private(set) var titles: [Int: Title] = [:]
  private var totalResults = 0
  private var totalPages = 1
  private(set) var isConsistent = true

  /// Nil: all pages are there.
  var nextPage: Int? { pagesRead < totalPages && isConsistent ? pagesRead + 1 : nil }
  private(set) var pagesRead = 0

  /// The list is longer than TMDB can show, or a page longer than it says.
  var isTooLong: Bool {
    totalPages > Self.maxPages || totalResults > Self.maxTitles || ids.count > Self.maxTitles
  }

  /// As many rows as TMDB counts.
  var isWhole: Bool { isConsistent && nextPage == nil && ids.count == totalResults }

  mutating func append(_ page: AccountPage) {
    if pagesRead == 0 { (totalResults, totalPages) = (page.totalResults, page.totalPages) }
    pagesRead += 1
    let isSame =
      page.totalResults == totalResults && page.totalPages == totalPages && page.number == pagesRead
    let isNew = Set(ids).isDisjoint(with: page.ids) && Set(page.ids).count == page.ids.count
    isConsistent = isConsistent && isSame && isNew
    ids += page.ids
    titles.merge(page.titles) { first, _ in first }
  }
}
