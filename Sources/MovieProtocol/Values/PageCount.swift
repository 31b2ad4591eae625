package import JSONRPC

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

  /// Within an object.
  package func write(into writer: inout JSONWriter) {
    writer.member("page", page)
    writer.member("page_size", pageSize)
    writer.member("next_page", nextPage)
    writer.member("total_pages", totalPages)
    writer.member("total_results", totalResults)
  }

  /// The fields of a page whose rows are `row`.
  static func fields(
    of row: Schema, counted: String = "Matching titles; at most 10,000."
  ) -> [Schema.Field] {
    [
      .init("results", .list(row, "A page may be short; use next_page to find the end.")),
      .init("page", .integer("The requested page, from 1.")),
      .init("page_size", .integer("The requested size, or the setting.")),
      .init("next_page", .optional(.integer("null on the last page."))),
      .init(
        "total_pages", .integer("total_results divided by page_size, rounded up; 0 if nothing was found.")),
      .init("total_results", .integer(counted)),
    ]
  }
}
