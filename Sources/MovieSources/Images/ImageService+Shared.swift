import EventLoop
import MovieProtocol
import RedisClient

/// Small pictures in the store that several machines share. When it does not answer, pictures are fetched as
/// without it.
extension ImageService {
  /// A picture that another machine has fetched, now cached here; nil: ask upstream.
  ///
  /// - Parameter maxAge: an older one is not wanted.
  func findShared(_ url: String, as stem: String, maxAge: Duration?) async throws -> ImageIndex.Entry? {
    guard sharedBytes > 0, let client = shared.client,
      let picture = try await SharedPicture.find(url, in: client, maxBytes: sharedBytes),
      maxAge.map({ picture.age <= $0 }) ?? true,
      let entry = try await store.store(picture.bytes, as: stem, fetchedAt: clock() - picture.age)
    else { return nil }
    shared.hits += 1
    return entry
  }

  /// Puts a picture that was just fetched into the store, if it is small enough.
  func share(_ file: ImageFile, _ url: String) async {
    guard file.bytes <= sharedBytes, let client = shared.client, client.hasAnswered,
      let bytes = try? await store.bytes(of: file)
    else { return }
    SharedPicture.store(bytes, url, in: client)
  }
}
