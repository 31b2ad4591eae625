import EventLoop
import MovieProtocol

extension TopicSource {
  /// How much is on the profile's lists. Its `rev` is the library's, so that events can be held against the
  /// lists.
  @LoopActor static let library = TopicSource(
    .library, waiting: .library, revision: { $0.lists.revision }
  ) { reader in
    let lists = reader.profile.lists
    return switch reader.use {
    case .present: lists.encoded([])
    case .event(let since): lists.encoded(lists.changes(after: since))
    case .loss: lists.encoded(nil)
    }
  }
}
