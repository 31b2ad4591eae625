import EventLoop
import JSONRPC
import Logging
import MovieProtocol
import MovieSources
import MovieStore

/// The accounts of the profiles at TMDB.
@LoopActor
final class Accounts {
  private unowned let server: Server
  private(set) var all: [ObjectIdentifier: ProfileAccount] = [:]
  private var isClosed = false
  /// A test may replace them.
  var pace = ProfileAccount.Pace()

  init(_ server: Server) { self.server = server }

  func load(_ accounts: [StoredAccount]) {
    for stored in accounts {
      guard let profile = server.profiles.named(stored.profile) else { continue }
      account(of: profile)?.load(stored)
    }
  }

  /// Nil: nothing is fetched over the network.
  func account(of profile: Profile) -> ProfileAccount? {
    guard let upstreams = server.upstreams, !isClosed else { return nil }
    for (key, account) in all where account.profile.isGone {
      account.close()
      all[key] = nil
    }
    if let account = all[ObjectIdentifier(profile)] { return account }
    let account = ProfileAccount(profile, upstreams.account, server)
    all[ObjectIdentifier(profile)] = account
    return account
  }

  func expect(_ profile: Profile) throws(RPCError) -> ProfileAccount {
    guard let account = account(of: profile) else {
      throw RPCError(
        .notAvailable, .networkOff, details: ["missing": "network"])
    }
    return account
  }

  func close() {
    isClosed = true
    for account in all.values { account.close() }
  }
}
