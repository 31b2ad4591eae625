import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources
import MovieStore
import Synchronization

/// One import, from the file to the library: read and parsed off the loop, matched title by title, then
/// written in one transaction.
@LoopActor
struct LibraryImporter {
  /// How many titles of a profile may wait for upstream.
  private static let maxPending = TitlePage.maxRows

  let server: Server
  let profile: Profile
  /// The connection for which upstream is queried.
  let client: UInt64
  let progress: LibraryImports.Run

  /// - Returns: the result of `library.import`.
  func run(file: String, _ format: ImportFormat?, isDryRun: Bool) async throws -> [UInt8] {
    // By the latest time that is known to have come, since the clock may be behind; and time zones differ.
    let latest = max(server.time.now, server.time.reached) + .seconds(86_400)
    let read = await Self.read(file, format, latest: latest)
    try expectRunning()
    var plan = try read.get()
    progress.shown.expect(plan.titles.count)
    await server.titles.catalogueIsOpen()
    try expectRunning()
    var change = LibraryImport(
      profile: profile.name, maxEntries: server.limits.libraryEntries,
      maxSearches: server.limits.searches)
    (change.begins, change.isDryRun) = (.now, isDryRun)
    (change.searches, change.followed) = (plan.searches, plan.followed)
    change.settings = plan.settings.map { ($0.name, $0.value.text()) }
    let titles = try await match(&plan, into: &change)
    // Searches made meanwhile are written to the library first, so that the order is right.
    await server.flush(profile)
    try expectRunning()
    try progress.beginWriting()
    let imported = try await make(change)
    if imported.pending > 0, !isDryRun { server.pending.wait() }
    for place in imported.missing where titles.indices.contains(place) {
      plan.unmatched.add(titles[place], .unavailable, .removedDuringImport)
    }
    plan.drop(imported, titles)
    return Self.encode(imported, plan, isDryRun: isDryRun)
  }

  /// Cancelling the task stops the reading, and waits for it no longer: the file's disk may hang.
  private static func read(
    _ file: String, _ format: ImportFormat?, latest: Timestamp
  ) async -> Result<ImportPlan, any Error> {
    let (stopping, read) = (StopMark(), OneResult<Result<ImportPlan, any Error>>())
    LoopTask.start { read.end(await plan(file, format, latest, stopping)) }
    do {
      return try await read.value().mapError { error in
        (error as? ImportError).map { RPCError($0, file) } ?? error
      }
    } catch {
      stopping.set()
      return .failure(error)
    }
  }

  private static func plan(
    _ file: String, _ format: ImportFormat?, _ latest: Timestamp, _ stopping: StopMark
  ) async -> Result<ImportPlan, any Error> {
    do {
      let bytes = try await BlockingLane.userFile.call(within: .seconds(60)) {
        Result { () throws(ImportError) in try ImportFile.read(file) }
      }.get()
      return .success(
        try await EventLoop.offload {
          Result { () throws(ImportError) in
            let format = if let format { format } else { try ImportFormat(of: bytes) }
            return try format.plan(bytes.span, path: file, latest: latest) { stopping.isSet }
          }
        }.get())
    } catch {
      return .failure(error)
    }
  }

  /// - Returns: for each entry of `change` the file's row.
  private func match(
    _ plan: inout ImportPlan, into change: inout LibraryImport
  ) async throws -> [ImportRow] {
    let matcher = try await matcher(plan.titles)
    let now = Timestamp.now
    var matches = ImportMatches(now: now)
    var unmatched = plan.unmatched
    var (pending, settled): ([PendingTitle], [String]) = ([], [])
    var patient = RetryingMatcher(
      matcher: matcher, task: progress.shown,
      patience: RetryBudget(.milliseconds(server.limits.importWaitMilliseconds)),
      expectRunning: expectRunning)
    try await patient.match(plan.titles) { title, match in
      switch match {
      case .known(let key): matches.add(title, key, nil)
      case .found(let stored): matches.add(title, stored.title.key, stored)
      case .none(let kind, let message): unmatched.add(title, kind, message)
      case .ambiguous(let keys, let count):
        unmatched.add(title, .ambiguous, Unmatched.message(ambiguous: keys, of: count), keys)
      case .notQueried(let obstacle):
        unmatched.add(title, .unavailable, obstacle.message)
        return pending.append(PendingTitle(title, now: now, .unavailable, obstacle.message))
      }
      settled.append(title.identity)
    }
    plan.unmatched = unmatched
    plan.dropped.add(matches.dropped)
    (change.pending, change.settled, change.maxPending) = (pending, settled, Self.maxPending)
    change.entries = matches.entries
    return matches.titles
  }

  private func matcher(_ titles: [ImportRow]) async throws(RPCError) -> TitleMatcher {
    do {
      return try await .make(for: titles, of: profile, server, client: client)
    } catch {
      throw RPCError(reading: error)
    }
  }

  private func make(_ change: LibraryImport) async throws -> LibraryImported {
    // While titles were matched the profile may have been renamed, or deleted and another one created with its
    // name.
    guard !profile.isGone else { throw RPCError.profileGone(profile.name) }
    var change = change
    change.profile = profile.name
    let profiles = server.profiles
    switch try await profiles.library.change(isImport: true, { try await profiles.make(change) }) {
    case .done(let imported): return imported
    case .full(let list):
      throw RPCError.limitExceeded(
        "library_entries", max: change.maxEntries, got: change.maxEntries + 1,
        Advice(.nothingImportedTooLong(list.rawValue), .setting("limits.library_entries")))
    case .profileGone: throw RPCError.profileGone(change.profile)
    }
  }

  /// Throws if the daemon ends or the import is cancelled: it then imports nothing.
  private func expectRunning() throws {
    if server.isStopping { throw RPCError.stopping }
    if progress.isCancelled { throw CancellationError() }
  }

  private static func encode(
    _ imported: LibraryImported, _ plan: ImportPlan, isDryRun: Bool
  ) -> [UInt8] {
    let (unmatched, dropped) = (plan.unmatched, plan.dropped)
    return LibraryImportResult.shape.encode(
      (
        isDryRun, imported.added, imported.updated, imported.unchanged,
        unmatched.inOrder.map {
          ($0.place.file, $0.line, $0.place.item, $0.title, $0.year, $0.kind.rawValue, $0.message, $0.keys)
        }, unmatched.count, imported.pending,
        dropped.fields.map { ($0.file, $0.name, dropped.count($0)) }, isDryRun ? nil : imported.change,
        plan.takenFor
      ), reserving: 1024 + 200 * unmatched.rows.count)
  }
}

extension ImportPlan {
  /// What the library has another value of, which an import does not replace.
  fileprivate mutating func drop(_ imported: LibraryImported, _ titles: [ImportRow]) {
    for place in imported.otherNotes where titles.indices.contains(place) {
      dropped.add(titles[place].noteField, of: titles[place].place.file)
    }
    for place in imported.otherDays where titles.indices.contains(place) {
      dropped.add(titles[place].watchedField, of: titles[place].place.file)
    }
    for place in imported.otherSettings where settings.indices.contains(place) {
      dropped.add(settings[place].name, of: nil)
    }
    for _ in 0..<imported.unfollowed { dropped.add("follow", of: nil) }
  }
}

/// Tells a thread of the pool that its work is no longer needed.
private final class StopMark: Sendable {
  private let mark = Atomic(false)
  var isSet: Bool { mark.load(ordering: .relaxed) }
  func set() { mark.store(true, ordering: .relaxed) }
}

extension RPCError {
  fileprivate init(_ fault: ImportError, _ file: String) {
    let text = Message.fileFault(Spelling.shortened(file), fault.reason)
    let advice = fault.hint.map { Advice($0) }
    guard let bound = fault.bound else {
      self = .parameter(
        "file", text, expected: "a file of yours in the format, at most 64 MiB", advice)
      return
    }
    self.init(
      .limitExceeded, text, advice,
      details: ["limit": .string(bound.name), "max": .integer(bound.max), "got": .integer(bound.got)])
  }
}
