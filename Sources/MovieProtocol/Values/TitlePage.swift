/// One page of a list of titles, without its `meta`, which is written for every reply.
///
///     {"rev":"8a8a4c19","results":[Title, ...],"page":1,"page_size":20,"next_page":2,"total_pages":500,
///      "total_results":10000}
package struct TitlePage: Sendable, Equatable {
  /// Of the list this page belongs to; pages of another list have another revision.
  package var revision: String
  package var results: [Title]
  package var count: PageCount

  /// No list goes further: page x page_size stays within it.
  package static let maxRows = 10_000

  package init(revision: String, results: [Title], page: Int, pageSize: Int, totalResults: Int) {
    self.revision = revision
    self.results = results
    count = PageCount(page: page, pageSize: pageSize, totalResults: totalResults)
  }

  /// The rows of `page`, or nil if it lies past the last row any list may have.
  package static func rows(page: Int, pageSize: Int) -> Range<Int>? {
    let (first, overflow) = (page - 1).multipliedReportingOverflow(by: pageSize)
    guard !overflow, first < maxRows else { return nil }
    return first..<min(first + pageSize, maxRows)
  }
}

extension TitlePage: JSONObject {
  package static let shape = Shape<Self>("TitlePage") {
    Member("rev", \.revision, aboutRevision)
    Member("results", \.results, Page<Title>.aboutResults)
    Member(of: \.count)
    Member.meta
  }

  static let aboutRevision = "Revision of the list. If it differs between two pages, start again at page 1."
}
