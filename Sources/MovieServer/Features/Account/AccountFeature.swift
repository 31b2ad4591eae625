import EventLoop
import MovieProtocol
import MovieStore

extension Accounts: Feature {
  var handlers: [MethodHandler] { AccountHandlers.handlers }

  func hear(_ event: ServerEvent, from server: Server) {
    switch event {
    case .profileAdded(let profile): profile.topics.add(TopicSource(.account, LiveResult(LiveAccount())))
    case .libraryLoaded(let state): load(state.accounts)
    case .listsChanged(let profile): all[ObjectIdentifier(profile)]?.listsChanged()
    case .listsMerged(let profile): all[ObjectIdentifier(profile)]?.listsMerged()
    case .networkChanged(isOnline: true), .upstreamRecovered: for account in all.values { account.recheck() }
    // An age limit may be gone.
    case .profilesChanged: for account in all.values { account.resume() }
    case .stopping: close()
    default: break
    }
  }
}

extension Accounts {
  /// A profile that is locked keeps its account to itself.
  func findings(for call: Call) async -> [DoctorFinding] {
    guard let profile = try? call.profile, let status = try? await account(of: profile)?.status() else {
      return []
    }
    return [status.finding].compactMap(\.self)
  }
}

extension Server {
  var accounts: Accounts { feature() }
}
