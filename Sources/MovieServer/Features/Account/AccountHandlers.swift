import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources
import MovieStore

/// `account.*`: see `MovieProtocol/Methods/Account.swift`.
@LoopActor
enum AccountHandlers {
  // What has begun is completed even if its client is gone.
  static let handlers = [
    MethodHandler(AccountConnectMethod.self, .waiting(connect), isChange: true),
    MethodHandler(AccountStatusMethod.self, .waiting(status)),
    MethodHandler(AccountSyncMethod.self, .waiting(sync), isChange: true),
    MethodHandler(AccountJournalMethod.self, .waiting(journal)),
    MethodHandler(AccountUndoMethod.self, .waiting(undo), isChange: true),
    MethodHandler(AccountDisconnectMethod.self, .waiting(disconnect), isChange: true),
  ]

  private static let maxChanges = 1000
  /// Before the end of the time that a client waits.
  private static let reserve: Duration = .milliseconds(500)
  private static let pause: Duration = .milliseconds(100)

  static func connect(_ call: Call) async throws -> Response {
    let account = try account(call)
    try expectNoAgeLimit(account.profile)
    guard !call.server.titles.status.lacksTMDBKey else {
      throw RPCError(
        .upstreamUnauthorized, .accountNeedsKey, Advice(.setKey, .setting(Setting.tmdbKey.name)),
        details: ["source": "tmdb", "reason": .string(Meta.Reason.noKey.rawValue), "setting": "tmdb.key"])
    }
    let link = try await call.longChange { try await account.connect(priority(call)) }
    return .bytes(AccountLink.shape.encode(link))
  }

  static func status(_ call: Call) async throws -> Response {
    let account = try account(call)
    if call[AccountStatusMethod.wait], let deadline = call.request?.deadline {
      while account.approval != nil, EventLoop.now + reserve < deadline {
        try await EventLoop.sleep(for: pause)
      }
    }
    return .bytes(try await account.status().encoded(reserving: 512))
  }

  static func sync(_ call: Call) async throws -> Response {
    let account = try account(call)
    try expectNoAgeLimit(account.profile)
    let run = try await call.longChange {
      try await account.sync(consent: call[AccountSyncMethod.consent], priority(call))
    }
    return .bytes(
      AccountSync.shape.encode(
        (
          run.question.map(\.word), run.plan, run.changes.prefix(maxChanges).map(AccountChangeRow.init),
          run.changes.count, run.pendingRemovals, run.skipped
        )))
  }

  static func journal(_ call: Call) async throws -> Response {
    let request = try TitleRequest(call)
    let (page, pageSize, profile) = (request[.page], request[.pageSize], request.profile.name)
    let found = try await call.server.profiles.library.read { library throws(LibraryError) in
      try await library.accountChanges(of: profile, page: page, pageSize: pageSize)
    }
    let rows = try await rows(found.changes, call)
    return request.page(AccountChangeRow.page, rows, of: found.total, last: found.last)
  }

  static func undo(_ call: Call) async throws -> Response {
    let account = try account(call)
    let id = call[AccountUndoMethod.id].map(Int64.init)
    let undo = try await call.longChange { try await account.undo(id, priority(call)) }
    return .bytes(
      AccountUndone.shape.encode((try await rows(undo.undone, call), try await rows(undo.kept, call))))
  }

  /// The changes, without the names of titles that an age limit hides.
  private static func rows(_ changes: [AccountChange], _ call: Call) async throws -> [AccountChangeRow] {
    let shown = Set(try await call.visible(changes.map(\.step.item.key)))
    return changes.map { change in
      var row = AccountChangeRow(change)
      if !shown.contains(row.key) { row.title = nil }
      return row
    }
  }

  static func disconnect(_ call: Call) async throws -> Response {
    let account = try account(call)
    let end = try await call.longChange { try await account.disconnect(priority(call)) }
    return .bytes(AccountEnd.shape.encode(end))
  }

  private static func account(_ call: Call) throws(RPCError) -> ProfileAccount {
    try call.server.accounts.expect(try call.profile)
  }

  private static func priority(_ call: Call) -> TMDBAccount.Priority {
    .init(client: call.session.number, isInteractive: true)
  }

  /// TMDB's lists would bring titles that the limit hides.
  private static func expectNoAgeLimit(_ profile: Profile) throws(RPCError) {
    guard profile.ageLimit != nil else { return }
    throw .needsAge(
      .profileHasAgeLimit(profile.name),
      Advice(.connectOtherProfile, .method(ProfilesSelectMethod.method.name, ask: ["name"])))
  }
}

extension AccountChangeRow {
  fileprivate init(_ change: AccountChange) {
    self.init(
      id: change.id == 0 ? nil : change.id, at: change.at,
      side: change.step.side == .library ? .library : .tmdb, list: change.step.item.list,
      key: change.step.item.key, title: change.title, action: change.step.isAdded ? .added : .removed,
      state: State(rawValue: change.state.rawValue) ?? .planned)
  }
}
