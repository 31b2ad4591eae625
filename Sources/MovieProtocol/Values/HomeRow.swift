package import JSONRPC

/// A row of `home`.
package struct HomeRow: Sendable {
  package var row: HomeParams.Row
  package var titles: [Title] = []
  /// Nil: it failed.
  package var meta: Meta?
  package var fault: RPCError?

  package init(_ row: HomeParams.Row, _ titles: [Title], _ meta: Meta) {
    (self.row, self.titles, self.meta) = (row, titles, meta)
  }

  package init(_ row: HomeParams.Row, _ fault: RPCError) {
    (self.row, self.fault) = (row, fault)
  }
}

extension HomeRow: JSONObject {
  package static let shape = Shape<Self>("HomeRow") {
    Member("list", \.row.list, "A list of browse.")
    Member("media_type", \.row.mediaType, "Films, series or both.")
    Member("heading", \.heading, "The row's heading, in English.")
    Member("results", \.titles, "The first titles of the list.")
    Member("meta", \.meta, Meta.about + " null: the row failed.")
    Member("error", \.fault, "Why the row failed; null: it did not.") { $0.map(Failure.init) }
  }

  package var heading: String { row.list.title(row.mediaType) }

  /// The result of `home`.
  package static let list = Shape<[HomeRow]>("Home") {
    Member("hero", added: Title?.self, "The film at the top; null if there is none.")
    Member("rows", \.self, "In the order of the request.")
    Member.meta
  }
}
