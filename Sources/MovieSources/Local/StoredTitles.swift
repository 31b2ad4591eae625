package import EventLoop
package import MovieProtocol
package import MovieStore

/// What the user has: titles on lists, and downloaded ones. Where that cannot be read, all of these throw an error
/// of the wire.
@LoopActor
package protocol StoredTitles: AnyObject, Sendable {
  /// There is nothing to look for.
  var isEmpty: Bool { get }
  /// Best first, by the rules of the catalogue's search.
  func search(_ question: TitleQuestion, _ mediaType: Title.MediaType?, year: Int?) async throws -> [Title]
  func detail(_ key: TitleKey) async throws -> TitleDetail?
  /// Those there are for offline use, the last one first.
  func downloaded(
    _ mediaType: Title.MediaType?, rows: Range<Int>
  ) async throws -> (titles: [Title], total: Int)
}
