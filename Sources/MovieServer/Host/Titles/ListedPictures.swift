import EventLoop
import MovieProtocol

/// The paths of pictures of titles that a profile was recently shown: a picture requested by the key of such
/// a title needs no detail. Bounded; the oldest are evicted.
@LoopActor
final class ListedPictures {
  /// As they came: few are ever asked for, and are checked then.
  private struct Paths {
    let poster: String?
    let backdrop: String?
  }

  private static let maxTitles = 1024

  /// By key; when there are ``maxTitles`` of them they become `before`, and the old `before` is dropped.
  private var recent: [TitleKey: Paths] = [:]
  private var before: [TitleKey: Paths] = [:]

  nonisolated init() {}

  func record(_ titles: some Sequence<Title>) {
    // For titles marked as adult the detail decides whether they may be shown.
    for title in titles where !title.isAdult {
      let paths = Paths(poster: title.posterPath, backdrop: title.backdropPath)
      guard paths.poster != nil || paths.backdrop != nil else { continue }
      if recent.count >= Self.maxTitles { (before, recent) = (recent, [:]) }
      recent[title.key] = paths
    }
  }

  /// Nil: it has to come from the title's detail.
  func path(_ key: TitleKey, _ kind: ImageKind) -> ImagePath? {
    let paths = recent[key] ?? before[key]
    switch kind {
    case .poster: return paths?.poster.flatMap { ImagePath($0) }
    case .backdrop: return paths?.backdrop.flatMap { ImagePath($0) }
    case .logo, .profile: return nil
    }
  }

  /// The picture is no longer at this path.
  func forget(_ key: TitleKey) {
    recent[key] = nil
    before[key] = nil
  }
}
