import EventLoop
import JSONRPC
import Logging
import MovieProtocol
import MovieSources
import MovieStore

/// Fetches the titles of lists and downloads again when their facts are old, and drops the texts that cannot be
/// renewed: TMDB's terms (https://www.themoviedb.org/api-terms-of-use) allow six months.
@LoopActor
final class LibraryRenewal {
  nonisolated static let renewsAfter: Duration = .seconds(30 * 86_400)
  nonisolated static let dropsAfter: Duration = .seconds(183 * 86_400)
  /// A clock that was set back by less is not taken for wrong.
  private static let tolerance: Duration = .seconds(86_400)
  /// Titles of one read of the library. They are asked for one after the other.
  private static let maxRequests = 100
  /// After so many failures in a row TMDB cannot be asked now.
  private static let maxFailures = 3
  /// For each of them.
  private static let patience: Duration = .seconds(30)

  private unowned let server: Server
  private(set) var task: Task<Void, Never>?
  private var isClosed = false
  /// Keys TMDB does not know: not asked for again while the daemon runs.
  private var unknown: Set<TitleKey> = []
  /// Keys that TMDB could not serve. They rest for one run, so that they cannot hold up the others.
  private var failed: Set<TitleKey> = []

  init(_ server: Server) { self.server = server }

  /// One run. A fault ends it, and the next run begins again.
  func begin() {
    guard task == nil, !isClosed else { return }
    task = LoopTask.start { [server] in
      // What is wrong with the library is in the log.
      try? await self.run(server)
      self.task = nil
    }
  }

  func close() {
    isClosed = true
    task?.cancel()
  }

  private func run(_ server: Server) async throws(LibraryError) {
    try await server.time.look()
    let now = server.clock.now()
    let resting = failed
    failed = []
    // A fault of a renewal is no reason to store texts for longer.
    while (try? await renew(server, now, resting)) == true, !Task.isCancelled {}
    var isChanged = false
    // What cannot be taken back is not done because of a clock.
    let since = server.time.reached - Self.dropsAfter
    let latest = server.time.isConfirmed ? server.time.now + Self.tolerance : .distantFuture
    repeat {
      let count = try await server.profiles.library.perform { library throws(LibraryError) in
        try await library.dropTexts(since: since, now: latest)
      }
      if count == 0 { break }
      isChanged = true
    } while !Task.isCancelled
    if isChanged { server.profiles.invalidateCaches() }
  }

  /// Renews the titles with the oldest facts.
  ///
  /// - Returns: whether there are more titles that would lose their texts now and may be renewed. The others
  ///   wait for the next run.
  private func renew(
    _ server: Server, _ now: Timestamp, _ resting: Set<TitleKey>
  ) async throws(LibraryError) -> Bool {
    // Reads the library, so that the profiles and their key are known.
    let skipped = unknown.union(resting).union(failed)
    let outdated = try await server.profiles.library.perform { library throws(LibraryError) in
      try await library.outdated(
        since: now - Self.renewsAfter, now: now + Self.tolerance, skipped: skipped, limit: Self.maxRequests)
    }
    guard !server.titles.status.lacksTMDBKey else { return false }
    var titles: [StoredTitle] = []
    var gone: [TitleKey] = []
    var (renewed, failures) = (0, 0)
    for title in outdated where failures < Self.maxFailures {
      let options = options(for: title, server)
      guard let answer = await fetch(title.key, options, server) else {
        failed.insert(title.key)
        failures += 1
        continue
      }
      failures = 0
      guard case .found(let found, let factsAt) = answer else {
        unknown.insert(title.key)
        if case .gone = answer { gone.append(title.key) }
        continue
      }
      renewed += 1
      if title.download == nil {
        titles.append(StoredTitle(found, language: options.language))
      } else {
        try await server.profiles.library.perform { library throws(LibraryError) in
          try await library.renewDownload(title.key, found.detail, factsAt: factsAt)
        }
      }
    }
    let isChanged = try await server.profiles.library.perform { [titles] library throws(LibraryError) in
      try await library.renew(titles, .full)
    }
    try await server.profiles.markGone(gone)
    if isChanged || renewed > titles.count { server.profiles.invalidateCaches() }
    if renewed > 0 { server.logger.info("titles renewed", metadata: ["count": "\(renewed)"]) }
    guard failures < Self.maxFailures, outdated.count == Self.maxRequests else { return false }
    return outdated.last?.factsAt.map { !Self.mayBeStored($0, now) } ?? false
  }

  private static func mayBeStored(_ factsAt: Timestamp, _ now: Timestamp) -> Bool {
    (now - dropsAfter...now + tolerance).contains(factsAt)
  }

  private enum Answer {
    case found(FoundDetail, factsAt: Timestamp)
    /// TMDB has deleted it.
    case gone
    /// The answer is about another title, or is not TMDB's.
    case unknown
  }

  /// Nil: TMDB cannot be asked now.
  private func fetch(_ key: TitleKey, _ options: FetchOptions, _ server: Server) async -> Answer? {
    do {
      guard let found = try await server.titles.detail(key, options), !found.detail.title.isGone else {
        return .gone
      }
      if found.meta.reason != nil || Task.isCancelled { return nil }
      guard let factsAt = found.factsAt, !found.detail.isPartial, found.detail.title.key == key else {
        return .unknown
      }
      guard Self.mayBeStored(factsAt, server.clock.now()) else { return nil }
      return .found(found, factsAt: factsAt)
    } catch let error as RPCError where error.kind == .notFound {
      return .gone
    } catch {
      return nil
    }
  }

  /// In the language of the first profile that has it on a list, or that a download was requested in.
  private func options(for title: OutdatedTitle, _ server: Server) -> FetchOptions {
    let profiles = server.profiles
    let profile = profiles.all.first { $0.lists.userStates[title.key] != nil } ?? profiles.initial
    var options = FetchOptions(profile.settings, day: server.day)
    if let download = title.download {
      (options.language, options.region) = (download.language, download.region)
    }
    (options.priority, options.isFleeting) = (.prefetch, true)
    options.maxAge = Self.renewsAfter
    options.deadline = EventLoop.now + Self.patience
    return options
  }
}
