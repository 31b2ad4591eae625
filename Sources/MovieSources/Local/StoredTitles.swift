package import EventLoop
package import MovieProtocol
package import MovieStore

/// The user's own titles: those on the lists of the profile that `options` name as their owner, and downloaded
/// ones. If they cannot be read, all of these throw an `RPCError`.
@LoopActor
package protocol StoredTitles: AnyObject, Sendable {
  /// There is nothing to search.
  func isEmpty(_ options: FetchOptions) -> Bool
  /// Best first, by the rules of the catalogue's search.
  func search(
    _ question: TitleQuestion, _ mediaType: Title.MediaType?, year: Int?, _ options: FetchOptions
  ) async throws -> [Title]
  func detail(_ key: TitleKey, _ options: FetchOptions) async throws -> TitleDetail?
  /// Titles available offline, the latest first.
  func downloaded(
    _ mediaType: Title.MediaType?, rows: Range<Int>
  ) async throws -> (titles: [Title], total: Int)
}
