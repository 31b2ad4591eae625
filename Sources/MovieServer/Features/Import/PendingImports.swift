import EventLoop
import Logging
import MovieProtocol
import MovieSources
import MovieStore

/// Retries titles of imports for which upstream could not be queried: at the start, as soon as there is a key
/// or a network, and now and then. Upstream is queried with the lowest priority, for a few titles at a time.
@LoopActor
final class PendingImports {
  private static let atOnce = 8
  /// After each batch.
  private static let pause: Duration = .milliseconds(500)
  /// Ends a round after this many batches in a row of which no title could be queried.
  private static let maxFailures = 3
  /// Until the next round, unless upstream is back before.
  private static let backoff = Backoff(first: .seconds(60), maxWait: .seconds(3600))

  private unowned let server: Server
  private var task: Task<Void, Never>?
  private let timer = LoopTimer()
  private var failures = 0
  /// There are pending titles.
  private var isNeeded = false
  /// Titles were added while a round was running, which may have passed their profile.
  private var hasMore = false
  /// A retry was requested while one was running.
  private var isWantedAgain = false
  private var isClosed = false
  private var upstreams: Upstreams.Settings?

  init(_ server: Server) { self.server = server }

  /// There are pending titles, and upstream may be available.
  func begin() {
    isNeeded = true
    recheck()
  }

  /// There are pending titles, and upstream was just unavailable.
  func wait() {
    isNeeded = true
    if task != nil { hasMore = true } else if !timer.isActive { startBackoff() }
  }

  /// The obstacle may be gone.
  func recheck() {
    failures = 0
    start()
  }

  private func use(_ settings: Upstreams.Settings) {
    guard settings != upstreams else { return }
    upstreams = settings
    recheck()
  }

  func close() {
    isClosed = true
    task?.cancel()
    timer.close()
  }

  private func start() {
    guard isNeeded, !isClosed, !server.titles.status.lacksTMDBKey else { return }
    timer.stop()
    guard task == nil else { return isWantedAgain = true }
    isWantedAgain = false
    // Whoever has noticed that upstream is back: as that of all changes, see `Session.run`.
    task = LoopTask.start(priority: .medium) { [server] in await self.run(server) }
  }

  private func startBackoff() {
    guard !isClosed else { return }
    failures = min(failures + 1, 1000)
    timer.start(after: Self.backoff.wait(after: failures, jitter: .random(in: 0...1))) { [weak self] in
      self?.start()
    }
  }

  private func run(_ server: Server) async {
    hasMore = false
    let isDone = ((try? await importAll(server)) ?? false) && !hasMore
    task = nil
    if isDone { isNeeded = false }
    if isWantedAgain {
      start()
    } else if !isDone {
      startBackoff()
    }
  }
}

extension PendingImports {
  /// - Returns: true if no title is left to retry.
  private func importAll(_ server: Server) async throws -> Bool {
    let counts = try await server.profiles.library.perform { library throws(LibraryError) in
      try await library.pendingCounts()
    }
    guard !counts.isEmpty else { return true }
    let work = server.tasks.begin("library.pending") { [weak self] in self?.task?.cancel() }
    defer { work.end() }
    work.expect(counts.map(\.count).reduce(0, +))
    var isDone = true
    for (name, _) in counts {
      guard let profile = server.profiles.named(name) else { continue }
      isDone = try await importAll(of: profile, server, work) && isDone
    }
    return isDone
  }

  private func importAll(of profile: Profile, _ server: Server, _ work: ServerTask) async throws -> Bool {
    var isDone = true
    var failures = 0
    var after: Int64 = 0
    while failures < Self.maxFailures {
      let rows = try await server.profiles.library.perform { library throws(LibraryError) in
        try await library.pending(of: profile.name, after: after, limit: Self.atOnce)
      }
      guard let last = rows.last else { return isDone }
      after = last.id
      let titles = rows.map { ImportRow($0) }
      let matcher = try await TitleMatcher.make(for: titles, of: profile, server)
      let found = try await titles.concurrentMap { try await matcher.match($0) }
      let answer = PendingAnswer(rows, found, now: .now)
      guard try await store(answer, of: profile, server) else { return false }
      for _ in rows { work.advance() }
      if answer.notQueried > 0 { isDone = false }
      failures = answer.notQueried == rows.count ? failures + 1 : 0
      try await EventLoop.sleep(for: Self.pause)
    }
    return false
  }

  /// - Returns: false if there was no room for it.
  private func store(_ answer: PendingAnswer, of profile: Profile, _ server: Server) async throws -> Bool {
    guard !profile.isGone else { return true }
    var change = LibraryImport(
      profile: profile.name, maxEntries: server.limits.libraryEntries,
      maxSearches: server.profiles.searches)
    change.entries = answer.matches.entries
    change.settled = answer.settled
    change.pending = answer.rest
    switch try await server.profiles.make(change) {
    case .done(let imported):
      if imported.added + imported.updated > 0 {
        server.logger.notice(
          "pending titles imported", metadata: ["count": "\(imported.added + imported.updated)"])
      }
      return true
    case .full(let list):
      server.logger.warning(
        "pending titles not imported: limits.library_entries is reached", metadata: ["list": "\(list)"])
      return false
    case .profileGone: return true
    }
  }
}

extension PendingImports: Feature {
  func hear(_ event: ServerEvent, from server: Server) {
    switch event {
    case .libraryLoaded(let state) where state.hasPending: begin()
    case .settingsChanged: use(Upstreams.Settings(server.profiles.shared))
    case .networkChanged(isOnline: true), .upstreamRecovered: recheck()
    case .stopping: close()
    default: break
    }
  }
}
