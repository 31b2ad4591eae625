/// The page number and the totals: the members every list has besides its rows.
package struct PageCount: Sendable, Equatable {
  package var page: Int
  package var pageSize: Int
  package var totalResults: Int

  package init(page: Int, pageSize: Int, totalResults: Int) {
    self.page = page
    self.pageSize = pageSize
    self.totalResults = min(totalResults, TitlePage.maxRows)
  }

  package var totalPages: Int { (totalResults + pageSize - 1) / pageSize }
  package var nextPage: Int? { page < totalPages ? page + 1 : nil }
}

extension PageCount: JSONObject {
  package static let shape = Shape<Self>("PageCount") {
    Member("page", \.page, "The requested page, from 1.")
    Member("page_size", \.pageSize, "The requested size, or the setting.")
    Member("next_page", \.nextPage, "null on the last page.")
    Member(
      "total_pages", \.totalPages, "total_results divided by page_size, rounded up; 0 if nothing was found.")
    Member("total_results", \.totalResults, "Results on all pages; at most 10,000.")
  }
}

/// One page of a list.
package struct Page<Row: JSONObject>: Sendable {
  package var results: [Row]
  package var count: PageCount
  /// Of the list.
  package var revision: String
  /// The title that the list is about, if words found it.
  package var match: BestMatch?

  package init(_ results: [Row], _ count: PageCount, revision: String) {
    (self.results, self.count, self.revision) = (results, count, revision)
  }

  /// - Parameter rows: those of all pages.
  package init(of rows: [Row], page: Int, pageSize: Int, revision: String) {
    let range = TitlePage.rows(page: page, pageSize: pageSize) ?? 0..<0
    let count = PageCount(page: page, pageSize: pageSize, totalResults: rows.count)
    self.init(Array(rows[range.clamped(to: rows.indices)]), count, revision: revision)
  }

  /// - Parameter about: the order of the rows.
  static func members(_ about: String = aboutResults) -> [Member<Page>] {
    [
      Member("rev", \.revision, TitlePage.aboutRevision), Member("results", \.results, about),
      Member(of: \.count),
    ]
  }

  static var aboutResults: String { "A page may be short; use next_page to find the end." }
}
