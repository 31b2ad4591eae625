import EventLoop
import MovieProtocol

extension TopicSource {
  /// How much is on the profile's lists. Its `rev` is the library's, so that events can be held against the
  /// lists.
  @LoopActor static let library = TopicSource(
    .library, waiting: .library, revision: { $0.lists.revision }
  ) { reader in
    let profile = reader.profile
    return switch reader.use {
    case .present: profile.encodedLists([])
    case .event(let since): profile.encodedLists(profile.lists.changes(after: since))
    case .loss: profile.encodedLists(nil)
    }
  }
}
