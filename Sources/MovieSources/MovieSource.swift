package import EventLoop
package import MovieProtocol

/// Somebody who knows titles. What it does not know is nil or an empty page; what went wrong is thrown, as an
/// `RPCError` where the client can do something about it.
@LoopActor
package protocol MovieSource: AnyObject, Sendable {
  /// How many titles it knows; 0 while it does not know that yet.
  var count: Int { get }
  /// The date of what it knows, `2026-07-29`.
  var asOf: String? { get }

  func search(_ params: SearchParams, _ asking: Asking) async throws -> FoundTitles
  /// The beginning of what `search` would find, from what is at hand.
  func suggest(_ params: SuggestParams) async throws -> FoundTitles
  func browse(_ params: BrowseParams, _ asking: Asking) async throws -> FoundTitles
  func detail(_ key: TitleKey, _ asking: Asking) async throws -> FoundDetail?
  func videos(_ params: TrailerParams, _ asking: Asking) async throws -> FoundVideos?
}

/// One page of titles, and how many there are in all.
package struct FoundTitles: Sendable {
  package var titles: [Title]
  package var total: Int
  package var meta: Meta

  package init(titles: [Title], total: Int, meta: Meta) {
    self.titles = titles
    self.total = total
    self.meta = meta
  }
}

package struct FoundDetail: Sendable {
  package var detail: TitleDetail
  package var meta: Meta

  package init(detail: TitleDetail, meta: Meta) {
    self.detail = detail
    self.meta = meta
  }
}

/// The videos of a title, best first.
package struct FoundVideos: Sendable {
  package var key: String
  package var title: String
  package var videos: [Video]
  package var meta: Meta

  package init(key: String, title: String, videos: [Video], meta: Meta) {
    self.key = key
    self.title = title
    self.videos = videos
    self.meta = meta
  }
}
