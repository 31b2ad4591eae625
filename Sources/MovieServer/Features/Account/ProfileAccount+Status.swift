import EventLoop
import MovieProtocol
import MovieSources
import MovieStore

extension ProfileAccount {
  /// For `account.status` and the topic.
  func status() async throws -> AccountStatus {
    var status = AccountStatus()
    if let approval {
      (status.state, status.link, status.expiresAt) = (.waiting, approval.link, approval.expiresAt)
    } else if let stored {
      status.state = stored.isRevoked ? .revoked : .connected
    }
    if let stored {
      (status.username, status.connectedAt, status.syncedAt) = (
        stored.username, stored.connectedAt, stored.syncedAt
      )
      let name = profile.name
      status.pendingChanges = try await server.profiles.library.read { library throws(LibraryError) in
        try await library.pendingAccountChanges(of: name)
      }
    }
    (status.nextSyncAt, status.error) = (nextSyncAt, error)
    status.question = question.map(\.word)
    status.rejected = try await visible(failures.rows)
    return status
  }

  /// Without the names of titles that the profile's age limit hides.
  private func visible(_ failed: [AccountFailure]) async throws -> [AccountFailure] {
    guard profile.ageRestriction != nil, !failed.isEmpty else { return failed }
    var options = FetchOptions(profile.settings, day: server.day)
    options.deadline = EventLoop.now + Self.patience
    try await profile.sharedTitles.load(
      failed.map(\.key), ProfileTitles(server.titles, profile, server.profiles.library), options)
    return failed.map { failure in
      var failure = failure
      if !profile.sharedTitles.shows(failure.key) { failure.title = nil }
      return failure
    }
  }

  private static let patience: Duration = .seconds(2)
}

extension AccountRun.Question {
  var word: AccountStatus.Question { self == .first ? .first : .removesMuch }
}
