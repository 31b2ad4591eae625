import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources
import MovieStore
import Synchronization

/// One import, from the file to the library: read and taken apart off the loop, matched title by title, then
/// made in one transaction.
@LoopActor
struct LibraryImporter {
  /// Names that the library is asked for at once, so that others get their turn.
  private static let namesAtOnce = 1000

  let server: Server
  let profile: Profile
  let asking: Asking
  let task: ServerTask

  /// - Returns: the result of `library.import`.
  func run(file: String, _ format: ImportFormat, isDryRun: Bool) async throws -> [UInt8] {
    let read = await Self.read(file, format)
    try expectRunning()
    var plan = try read.get()
    task.expect(plan.titles.count)
    var change = LibraryImport(
      profile: profile.name, mostEntries: server.limits.libraryEntries,
      mostSearches: server.profiles.historyTerms)
    change.isDryRun = isDryRun
    change.searches = plan.searches
    change.settings = plan.settings.map { ($0.name, $0.value.text()) }
    let titles = try await match(&plan, into: &change)
    // What was searched for meanwhile is in the library before it, in the right order.
    await profile.history.settle()
    try expectRunning()
    let imported = try await make(change)
    for place in imported.missing where titles.indices.contains(place) {
      plan.unmatched.add(titles[place], .unavailable, "it was taken off the library meanwhile")
    }
    return Self.encode(imported, plan.unmatched, isDryRun: isDryRun)
  }

  /// A cancelled task has it stop reading.
  private static func read(_ file: String, _ format: ImportFormat) async -> Result<ImportPlan, RPCError> {
    let stopping = StopMark()
    let read = await withTaskCancellationHandler {
      await EventLoop.offload { plan(file, format, stopping) }
    } onCancel: {
      stopping.set()
    }
    return read.mapError { RPCError($0, file) }
  }

  /// Blocks.
  private nonisolated static func plan(
    _ file: String, _ format: ImportFormat, _ stopping: StopMark
  ) -> Result<ImportPlan, ImportFault> {
    do throws(ImportFault) {
      let bytes = try ImportFile.read(file)
      return .success(try format.plan(bytes.span, path: file) { stopping.isSet })
    } catch {
      return .failure(error)
    }
  }

  /// - Returns: for each entry of `change` what the file says.
  private func match(
    _ plan: inout ImportPlan, into change: inout LibraryImport
  ) async throws -> [ImportedTitle] {
    let matcher = TitleMatcher(
      titles: server.titles, asking: asking, known: try await known(plan.titles),
      guardian: AgeGuard(profile, server.titles))
    var matches = ImportMatches(now: Timestamp.now())
    var unmatched = plan.unmatched
    var patient = PatientMatcher(
      matcher: matcher, task: task,
      patience: ImportPatience(milliseconds: UInt64(server.limits.importWaitMilliseconds)),
      expectRunning: expectRunning)
    try await patient.match(plan.titles) { title, match in
      switch match {
      case .known(let key): matches.add(title, key, nil)
      case .found(let kept): matches.add(title, kept.title.key, kept)
      case .none(let kind, let reason): unmatched.add(title, kind, reason)
      case .unasked(let obstacle): unmatched.add(title, .unavailable, obstacle.words)
      }
    }
    plan.unmatched = unmatched
    change.entries = matches.entries
    return matches.titles
  }

  private func known(_ titles: [ImportedTitle]) async throws -> [String: String] {
    let names = titles.lazy.filter { $0.facts == nil }.flatMap { $0.keys.map(\.libraryName) }
    var rest = Array(names)[...]
    var known: [String: String] = [:]
    while !rest.isEmpty {
      let some = Array(rest.prefix(Self.namesAtOnce))
      rest = rest.dropFirst(some.count)
      known.merge(try await ask(some)) { first, _ in first }
    }
    return known
  }

  private func ask(_ names: [String]) async throws(RPCError) -> [String: String] {
    do {
      return try await server.profiles.library.ask { library throws(LibraryError) in
        try await library.known(names)
      }
    } catch {
      throw RPCError(reading: error, "library.import")
    }
  }

  private func make(_ change: LibraryImport) async throws(RPCError) -> LibraryImported {
    switch try await outcome(change) {
    case .done(let imported): return imported
    case .full(let list):
      throw RPCError.limitExceeded(
        "library_entries", max: change.mostEntries, got: change.mostEntries + 1,
        hint: "nothing was imported, \(list.rawValue) would be too long: set limits.library_entries")
    case .profileGone:
      throw RPCError(
        .notFound, "library.import: the profile \(change.profile) is gone", hint: "choose another one",
        details: [JSONMember("what", "profile")])
    }
  }

  private func outcome(_ change: LibraryImport) async throws(RPCError) -> LibraryImportOutcome {
    do {
      return try await server.profiles.make(change)
    } catch {
      throw RPCError(error, "library.import")
    }
  }

  /// A daemon that ends imports nothing any more.
  private func expectRunning() throws {
    if server.isStopping { throw RPCError.stopping }
  }

  private static func encode(
    _ imported: LibraryImported, _ unmatched: Unmatched, isDryRun: Bool
  ) -> [UInt8] {
    var writer = JSONWriter(reserving: 1024 + 200 * unmatched.rows.count)
    writer.object { writer in
      writer.member("dry_run", isDryRun)
      writer.member("added", imported.added)
      writer.member("updated", imported.updated)
      writer.member("unchanged", imported.unchanged)
      writer.name("unmatched")
      writer.array { writer in
        for row in unmatched.inOrder {
          writer.object { writer in
            writer.member("line", row.line)
            writer.member("title", row.title)
            writer.member("year", row.year)
            writer.member("kind", row.kind.rawValue)
            writer.member("reason", row.reason)
          }
        }
      }
      writer.member("unmatched_total", unmatched.count)
    }
    return writer.bytes
  }
}

/// Tells a thread of the pool that what it does is not wanted any more.
private final class StopMark: Sendable {
  private let mark = Atomic(false)
  var isSet: Bool { mark.load(ordering: .relaxed) }
  func set() { mark.store(true, ordering: .relaxed) }
}

extension RPCError {
  fileprivate init(_ fault: ImportFault, _ file: String) {
    let message = "library.import: \(Spelling.shortened(file)) \(fault.reason)"
    guard let bound = fault.bound else {
      self.init(
        .invalidParams, message, hint: fault.hint,
        details: [
          JSONMember("param", "file"),
          JSONMember("expected", "a file of yours in the format, at most 64 MiB"),
        ])
      return
    }
    self.init(
      .limitExceeded, message, hint: fault.hint,
      details: [
        JSONMember("limit", .string(bound.name)), JSONMember("max", .integer(bound.maximum)),
        JSONMember("got", .integer(bound.got)),
      ])
  }
}
