package import EventLoop
package import MovieProtocol
package import MovieStore

/// What the user has: titles on lists, and downloaded ones. Searches and details find nothing where that cannot be
/// read.
@LoopActor
package protocol KeptTitles: AnyObject, Sendable {
  /// There is nothing to look for.
  var isEmpty: Bool { get }
  /// Best first, by the rules of the catalogue's search.
  func search(_ question: TitleQuestion, _ mediaType: Title.MediaType?, year: Int?) async -> [Title]
  func detail(_ key: TitleKey) async -> TitleDetail?
  /// Those there are for offline use, the last one first.
  ///
  /// - Throws: an error of the wire, where that cannot be read.
  func downloaded(
    _ mediaType: Title.MediaType?, rows: Range<Int>
  ) async throws -> (titles: [Title], total: Int)
}
