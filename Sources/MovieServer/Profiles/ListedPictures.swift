import EventLoop
import MovieProtocol

/// Where the pictures of titles are that a profile was shown of late: one that is asked for by the key of such a
/// title needs no detail. Bounded; of those shown long ago it is forgotten.
@LoopActor
final class ListedPictures {
  private struct Paths {
    let poster: ImagePath?
    let backdrop: ImagePath?
  }

  private static let most = 1024

  /// By key; when there are ``most`` of them they are the ones before, and those before are forgotten.
  private var recent: [String: Paths] = [:]
  private var before: [String: Paths] = [:]

  nonisolated init() {}

  func note(_ titles: some Sequence<Title>) {
    // What is marked as adult is shown by what its detail says, to whom it may be shown.
    for title in titles where !title.isAdult {
      let paths = Paths(
        poster: title.posterPath.flatMap { ImagePath($0) },
        backdrop: title.backdropPath.flatMap { ImagePath($0) })
      guard paths.poster != nil || paths.backdrop != nil else { continue }
      if recent.count >= Self.most { (before, recent) = (recent, [:]) }
      recent[title.key] = paths
    }
  }

  /// Nil: the title's detail has to tell.
  func path(_ key: String, _ kind: ImageKind) -> ImagePath? {
    let paths = recent[key] ?? before[key]
    switch kind {
    case .poster: return paths?.poster
    case .backdrop: return paths?.backdrop
    case .logo, .profile: return nil
    }
  }

  /// It is no longer there.
  func forget(_ key: String) {
    recent[key] = nil
    before[key] = nil
  }
}
