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
    of row: Schema, counted: String = "Titles that match; at most 10,000."
  ) -> [Schema.Field] {
    [
      .init("results", .list(row, "A page may be short: go by next_page.")),
      .init("page", .integer("As asked for, from 1.")),
      .init("page_size", .integer("As asked for, or the setting.")),
      .init("next_page", .optional(.integer("Null at the end."))),
      .init("total_pages", .integer("total_results by page_size; 0 where nothing was found.")),
      .init("total_results", .integer(counted)),
    ]
  }
}
