import EventLoop
import MovieProtocol
import MovieSources

/// The account of one profile. Changes of its lists count, too: TMDB has yet to get them.
struct LiveAccount: LiveSource {
  /// `next_sync_at` is what a timer that has no date leaves: it may differ by this from one time to the next.
  private static let tolerance: Duration = .seconds(2)

  func find(_ server: Server, _ profile: Profile, _ options: FetchOptions) async throws -> AccountStatus {
    try await server.accounts.expect(profile).status()
  }

  func replaced(_ old: AccountStatus?, by new: AccountStatus, _ server: Server, _ topic: Topic) {
    guard var old else { return topic.changed() }
    if let before = old.nextSyncAt, let after = new.nextSyncAt,
      before < after + Self.tolerance, after < before + Self.tolerance
    {
      old.nextSyncAt = after
    }
    if old != new { topic.changed() }
  }

  func lifetime(of value: AccountStatus, _ server: Server) -> Duration? { nil }

  func encoded(_ value: AccountStatus, _ server: Server, _ profile: Profile) -> [UInt8] {
    value.encoded(reserving: 512)
  }
}
