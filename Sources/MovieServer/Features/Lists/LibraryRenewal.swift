import EventLoop
import JSONRPC
import Logging
import MovieProtocol
import MovieSources
import MovieStore

/// Fetches the titles of lists and downloads again when their facts are old, and those of lists that lack the
/// texts of their profile's language. Drops the texts that cannot be renewed.
@LoopActor
final class LibraryRenewal {
  /// A clock that was set back by less is not taken for wrong.
  private static let tolerance: Duration = .seconds(86_400)
  /// Titles of one read of the library. They are asked for one after the other.
  private static let maxRequests = 100
  /// Reads of one run: the rest is for later ones.
  private static let maxReads = 50
  /// After so many failures in a row TMDB cannot be asked now.
  private static let maxFailures = 3
  /// For each of them.
  private static let patience: Duration = .seconds(30)
  /// After a failure, lists that are shown begin no run for so long.
  private static let pause: Duration = .seconds(60)

  private unowned let server: Server
  private(set) var task: Task<Void, Never>?
  private var isWantedAgain = false
  private var isClosed = false
  /// Keys TMDB does not know: not asked for again while the daemon runs.
  private var unknown: Set<TitleKey> = []
  /// Keys that TMDB could not serve. They rest for one run, so that they cannot hold up the others.
  private var failed: Set<TitleKey> = []
  /// Titles of lists that were just shown, without the texts of their profile's language; they come first.
  private var shown: [OutdatedTitle] = []
  private var pausedUntil = LoopInstant.distantPast
  private var languages: [String: String]?

  init(_ server: Server) { self.server = server }

  /// One run, or another one after that which is under way. A fault ends it, and the next run begins again.
  func begin() {
    guard !isClosed else { return }
    guard task == nil else { return isWantedAgain = true }
    isWantedAgain = false
    task = LoopTask.start { [server] in
      // What is wrong with the library is in the log.
      try? await self.run(server)
      self.task = nil
      if self.isWantedAgain { self.begin() }
    }
  }

  /// Titles of a list that is shown now, in another language than its profile's.
  func add(_ titles: [OutdatedTitle]) {
    let new = titles.filter { !unknown.contains($0.key) && !shown.contains($0) }
    guard !new.isEmpty, EventLoop.now >= pausedUntil, !server.titles.status.lacksTMDBKey else { return }
    shown = Array((new + shown).prefix(Self.maxRequests))
    if task == nil { begin() }
  }

  /// - Parameter languages: of the profiles, by name: the lists of one that has another now may lack texts.
  func use(_ languages: [String: String]) {
    defer { self.languages = languages }
    let isChanged = self.languages?.contains { languages[$0.key] ?? $0.value != $0.value }
    if isChanged == true { begin() }
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
    var reads = 0
    // A fault of a renewal is no reason to store texts for longer.
    while !Task.isCancelled, reads < Self.maxReads, (try? await renew(server, now, resting)) == true {
      reads += 1
    }
    var isChanged = false
    // What cannot be taken back is not done because of a clock.
    let since = server.time.reached - StoredTitle.dropsAfter
    let latest = server.time.isConfirmed ? server.time.now + Self.tolerance : .distantFuture
    repeat {
      let count = try await server.profiles.library.perform { library throws(LibraryError) in
        try await library.dropTexts(since: since, now: latest)
      }
      if count == 0 { break }
      isChanged = true
    } while !Task.isCancelled
    if isChanged { server.profiles.invalidateCaches() }
    if !shown.isEmpty { isWantedAgain = true }
  }

  /// Renews the titles that are shown, else those that need it most.
  ///
  /// - Returns: whether there are more titles that lack the texts of a language, or would lose their texts now,
  ///   and may be renewed. The others wait for the next run.
  private func renew(
    _ server: Server, _ now: Timestamp, _ resting: Set<TitleKey>
  ) async throws(LibraryError) -> Bool {
    let titles = try await next(server, now, skipped: unknown.union(resting).union(failed))
    guard !server.titles.status.lacksTMDBKey else { return try await complete(titles, server) }
    let (renewed, isAvailable) = try await fetch(titles, server)
    let isChanged = try await server.profiles.library.perform { library throws(LibraryError) in
      try await library.renew(renewed.listed, isForced: true)
    }
    // Lists that were read meanwhile lacked them.
    shown.removeAll { row in titles.contains { ($0.key, $0.language) == (row.key, row.language) } }
    let count = renewed.listed.count + renewed.downloads
    if isChanged || renewed.downloads > 0 { server.profiles.invalidateCaches() }
    if count > 0 { server.logger.info("titles renewed", metadata: ["count": "\(count)"]) }
    guard isAvailable else {
      shown = []
      return false
    }
    guard shown.isEmpty else { return true }
    guard titles.count == Self.maxRequests, let last = titles.last else { return false }
    return last.isLacking || last.factsAt.map { !Self.mayBeStored($0, now) } ?? false
  }

  /// Without a key the catalogue has the facts of titles that another machine has put on a list.
  ///
  /// - Returns: whether there are more.
  private func complete(_ titles: [OutdatedTitle], _ server: Server) async throws(LibraryError) -> Bool {
    var known: [Title] = []
    for title in titles where title.isLacking {
      failed.insert(title.key)
      let found = try? await server.titles.detail(title.key, options(for: title, server))
      if let found, found.detail.title.source == .catalogue { known.append(found.detail.title) }
    }
    guard !known.isEmpty else { return false }
    let isChanged = try await server.profiles.library.perform { [known] library throws(LibraryError) in
      try await library.complete(known)
    }
    if isChanged { server.profiles.invalidateCaches() }
    return titles.count == Self.maxRequests && titles.allSatisfy(\.isLacking)
  }

  private func next(
    _ server: Server, _ now: Timestamp, skipped: Set<TitleKey>
  ) async throws(LibraryError) -> [OutdatedTitle] {
    if !shown.isEmpty {
      defer { shown = [] }
      return shown.filter { !skipped.contains($0.key) }
    }
    // The profiles and their key are known once the library is read.
    try await server.profiles.library.load()
    let languages = server.profiles.languages
    return try await server.profiles.library.perform { library throws(LibraryError) in
      try await library.outdated(
        since: now - StoredTitle.renewsAfter, now: now + Self.tolerance, languages: languages,
        skipped: skipped,
        limit: Self.maxRequests)
    }
  }

  /// - Returns: the titles of lists, the number of downloads, which are written already, and whether TMDB can be
  ///   asked.
  private func fetch(
    _ titles: [OutdatedTitle], _ server: Server
  ) async throws(LibraryError) -> (renewed: (listed: [StoredTitle], downloads: Int), isAvailable: Bool) {
    var (listed, downloads, failures): ([StoredTitle], Int, Int) = ([], 0, 0)
    var gone: [TitleKey] = []
    for title in titles where failures < Self.maxFailures && !Task.isCancelled {
      let options = options(for: title, server)
      guard let answer = await fetch(title.key, options, server) else {
        failed.insert(title.key)
        failures += 1
        pausedUntil = EventLoop.now + Self.pause
        continue
      }
      failures = 0
      guard case .found(let found, let factsAt) = answer else {
        unknown.insert(title.key)
        if case .gone = answer { gone.append(title.key) }
        continue
      }
      if title.region == nil {
        listed.append(StoredTitle(found, language: options.language))
      } else {
        try await server.profiles.library.perform { library throws(LibraryError) in
          try await library.renewDownload(title.key, found.detail, factsAt: factsAt)
        }
        downloads += 1
      }
    }
    try await server.profiles.markGone(gone)
    return ((listed, downloads), failures < Self.maxFailures)
  }

  private static func mayBeStored(_ factsAt: Timestamp, _ now: Timestamp) -> Bool {
    (now - StoredTitle.dropsAfter...now + tolerance).contains(factsAt)
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

  private func options(for title: OutdatedTitle, _ server: Server) -> FetchOptions {
    let profiles = server.profiles
    let profile = profiles.all.first { $0.lists.userStates[title.key] != nil } ?? profiles.initial
    var options = FetchOptions(profile.settings, day: server.day)
    options.language = title.language
    if let region = title.region { options.region = region }
    (options.priority, options.isFleeting) = (.prefetch, true)
    options.maxAge = StoredTitle.renewsAfter
    options.deadline = EventLoop.now + Self.patience
    return options
  }
}
