import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources
import MovieStore

/// The titles of one profile's watchlist that come out today, while a client follows the topic.
@LoopActor
final class LiveReleases {
  private var rows: [TitleRelease]?
  /// The server and profile it is made for; set while a client follows.
  private var reader: (server: Server, profile: Profile)?
  private var isObserved = false
  private var timer: LoopTimer?
  private var looking: Task<Void, Never>?
  /// The rows may be outdated.
  private var isOutdated = false
  private var pace = Throttle(interval: .seconds(1))
  private let changed: @LoopActor () -> Void

  /// When a title has to be fetched again, in seconds since 1970; nil: unknown.
  private(set) var nextDue: Int64?

  /// The maximum number of rows and of bytes: clients that accept 64 KiB must be able to read an event.
  private static let maxRows = 200
  private static let maxBytes = 60_000
  /// How long to wait for the certificates that an age limit needs.
  private static let patience: Duration = .seconds(2)
  /// The time after which missing certificates are fetched again.
  private static let retry: Duration = .seconds(60)

  /// - Parameter changed: called when the releases change.
  init(changed: @escaping @LoopActor () -> Void) { self.changed = changed }

  /// Whether the rows are loaded, up to date, and kept so.
  var isKnown: Bool { rows != nil && isObserved && !isOutdated }

  func load(_ server: Server, _ profile: Profile) async throws {
    if isKnown { return }
    server.updateClock()
    // At the end: a client that leaves meanwhile clears it.
    defer { reader = (server, profile) }
    apply(try await self.rows(server, profile))
  }

  func encoded() -> [UInt8] {
    var writer = JSONWriter(reserving: 1024)
    writer.object { writer in
      writer.name("results")
      writer.array { writer in
        for row in rows ?? [] where writer.bytes.count < Self.maxBytes { row.write(into: &writer) }
      }
    }
    return writer.bytes
  }

  func setObserved(_ isObserved: Bool) {
    guard isObserved != self.isObserved else { return }
    self.isObserved = isObserved
    if isObserved {
      timer = LoopTimer()
      reader?.server.calendarWatch.add(self)
      // Changes since `load` loaded the rows were not reported.
      resultsChanged()
    } else {
      timer?.close()
      timer = nil
      reader?.server.calendarWatch.remove(self)
      looking?.cancel()
      (rows, reader, looking, isOutdated, nextDue) = (nil, nil, nil, false, nil)
      pace = Throttle(interval: .seconds(1))
    }
  }

  /// Lists, settings, the day or the data of titles have changed.
  func resultsChanged() {
    guard isObserved else { return }
    isOutdated = true
    // A refresh under way checks this at its end.
    guard looking == nil else { return }
    switch pace.change(at: EventLoop.now) {
    case .publish: refresh()
    case .wait(let moment): timer?.start(at: moment) { self.refresh() }
    case .nothing: break
    }
  }

  private func refresh() {
    guard looking == nil, let reader else { return }
    pace.published(at: EventLoop.now)
    looking = LoopTask.start {
      let rows = try? await self.rows(reader.server, reader.profile)
      // The last client has left; another may have come.
      guard !Task.isCancelled else { return }
      self.looking = nil
      guard let rows else { return self.isOutdated = true }
      self.apply(rows)
      if self.isOutdated { self.resultsChanged() }
    }
  }

  private func apply(_ new: [TitleRelease]) {
    let isSame = rows == new
    rows = new
    if !isSame, isObserved { changed() }
  }

  /// - Throws: `storage_error`: the library cannot be read.
  private func rows(_ server: Server, _ profile: Profile) async throws -> [TitleRelease] {
    isOutdated = false
    var options = FetchOptions(profile.settings, day: server.day)
    options.priority = .prefetch
    let today = Day(options.day) ?? Day(days: 0)
    let titles = ProfileTitles(server.titles, profile, server.profiles.library)
    let question = Releases.Question(
      days: today...today, most: Self.maxRows, profile: profile.name, waits: false)
    var found = try await server.releases.find(question, options)
    nextDue = found.nextDue
    options.deadline = EventLoop.now + Self.patience
    found.meta.freshUntil = nil
    let rows = try await titles.releases(&found, options)
    if found.meta.freshUntil != nil { timer?.start(after: Self.retry) { self.resultsChanged() } }
    if isObserved { server.calendarWatch.arm() }
    return rows
  }
}
