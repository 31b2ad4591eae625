import EventLoop
import MovieProtocol
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
      status.pendingChanges = try await server.profiles.library.perform { library throws(LibraryError) in
        try await library.pendingAccountChanges(of: name)
      }
    }
    (status.nextSyncAt, status.error) = (nextSyncAt, error)
    status.question = question.map(\.word)
    return status
  }
}

extension AccountRun.Question {
  var word: AccountStatus.Question { self == .first ? .first : .removesMuch }
}
