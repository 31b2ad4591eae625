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
  /// Seconds.
  nonisolated static let renewsAfter: Int64 = 30 * 86_400
  nonisolated static let dropsAfter: Int64 = 183 * 86_400
  /// A clock that was set back by less is not taken for wrong.
  private static let tolerance: Int64 = 86_400
  /// Titles that one run asks for, one after the other.
  private static let maxRequests = 100
  /// Milliseconds for each of them.
  private static let patience: UInt64 = 30_000

  private unowned let server: Server
  private(set) var task: Task<Void, Never>?
  private var isClosed = false
  /// Keys TMDB does not know: not asked for again while the daemon runs.
  private var unknown: Set<String> = []

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
    let now = server.clock.now()
    // While titles are being renewed, the rest waits for its turn.
    if try await renew(server, now) { return }
    var isChanged = false
    repeat {
      let count = try await server.profiles.library.ask { library throws(LibraryError) in
        try await library.dropTexts(since: now - Self.dropsAfter, now: now + Self.tolerance)
      }
      if count == 0 { break }
      isChanged = true
    } while !Task.isCancelled
    if isChanged { server.profiles.renewScopes() }
  }

  /// - Returns: whether there may be more to renew now.
  private func renew(_ server: Server, _ now: Int64) async throws(LibraryError) -> Bool {
    // Reads the library, so that the profiles and their key are known.
    let outdated = try await server.profiles.library.ask { [unknown] library throws(LibraryError) in
      try await library.outdated(
        since: now - Self.renewsAfter, now: now + Self.tolerance, skipped: unknown, limit: Self.maxRequests)
    }
    guard !server.titles.status.lacksTMDBKey else { return false }
    var titles: [StoredTitle] = []
    var (renewed, isAnswered) = (0, true)
    for title in outdated {
      let options = options(for: title, server)
      guard let answer = await fetch(title.key, options, server) else {
        isAnswered = false
        break
      }
      guard case .found(let found, let factsAt) = answer else {
        unknown.insert(title.key.text)
        continue
      }
      renewed += 1
      if title.download == nil {
        titles.append(StoredTitle(found, language: options.language))
      } else {
        try await server.profiles.library.ask { library throws(LibraryError) in
          try await library.renewDownload(title.key.text, found.detail, factsAt: factsAt)
        }
      }
    }
    let isChanged = try await server.profiles.library.ask { [titles] library throws(LibraryError) in
      try await library.renew(titles, .full)
    }
    if isChanged || renewed > titles.count { server.profiles.renewScopes() }
    if renewed > 0 { server.logger.info("titles renewed", metadata: ["count": "\(renewed)"]) }
    return isAnswered && outdated.count == Self.maxRequests
  }

  private enum Answer {
    case found(FoundDetail, factsAt: Int64)
    case unknown
  }

  /// Nil: TMDB cannot be asked now.
  private func fetch(_ key: TitleKey, _ options: FetchOptions, _ server: Server) async -> Answer? {
    do {
      guard let found = try await server.titles.detail(key, options) else { return .unknown }
      if found.meta.reason != nil || Task.isCancelled { return nil }
      guard let factsAt = found.factsAt, !found.detail.isPartial, found.detail.title.key == key.text else {
        return .unknown
      }
      return .found(found, factsAt: factsAt)
    } catch let error as RPCError where error.kind == .notFound {
      return .unknown
    } catch {
      return nil
    }
  }

  /// In the language of the first profile that has it on a list, or that a download was requested in.
  private func options(for title: OutdatedTitle, _ server: Server) -> FetchOptions {
    let profiles = server.profiles
    let profile = profiles.all.first { $0.lists.userStates[title.key.text] != nil } ?? profiles.initial
    var options = FetchOptions(profile.settings, day: server.day)
    if let download = title.download {
      (options.language, options.region) = (download.language, download.region)
    }
    (options.priority, options.isFleeting) = (.prefetch, true)
    options.maxAge = Int(Self.renewsAfter) * 1000
    options.deadline = EventLoop.now &+ Self.patience
    return options
  }
}
