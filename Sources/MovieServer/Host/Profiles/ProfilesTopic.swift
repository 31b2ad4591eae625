import EventLoop
import MovieProtocol

extension TopicSource {
  /// The profiles as every connection sees them, also one that is kept out of its own. Like `profiles`, it is
  /// unknown until the library is first read.
  @LoopActor static let profiles = TopicSource(.profiles, waiting: .profiles) { reader in
    ProfileSummary.shared.encode(reader.server.profiles.summaries())
  }
}
