package import EventLoop
package import MovieProtocol

/// Somebody who knows titles.
@LoopActor
package protocol MovieSource: AnyObject {
  /// How many titles it knows; 0 while it does not know that yet.
  var count: Int { get }
  /// The date of what it knows, `2026-07-29`.
  var asOf: String? { get }

  func search(_ params: SearchParams) async throws -> FoundTitles
}

/// One page of titles, and how many there are in all.
package struct FoundTitles: Sendable {
  package var titles: [Title]
  package var total: Int
  package var asOf: String?

  package init(titles: [Title], total: Int, asOf: String?) {
    self.titles = titles
    self.total = total
    self.asOf = asOf
  }
}
