import EventLoop
import MovieProtocol

extension TopicSource {
  /// The counts of the profile's lists. Its `rev` is the library's, so that events can be compared with the
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
