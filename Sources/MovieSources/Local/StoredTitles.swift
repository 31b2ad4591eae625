package import EventLoop
package import MovieProtocol
package import MovieStore

/// The user's own titles: those on lists, and downloaded ones. If they cannot be read, all of these throw an
/// `RPCError`.
@LoopActor
package protocol StoredTitles: AnyObject, Sendable {
  /// There is nothing to search.
  var isEmpty: Bool { get }
  /// Best first, by the rules of the catalogue's search.
  func search(_ question: TitleQuestion, _ mediaType: Title.MediaType?, year: Int?) async throws -> [Title]
  func detail(_ key: TitleKey) async throws -> TitleDetail?
  /// Titles available offline, the latest first.
  func downloaded(
    _ mediaType: Title.MediaType?, rows: Range<Int>
  ) async throws -> (titles: [Title], total: Int)
}
