import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources
import MovieStore

/// What of one profile's watchlist comes out today, while somebody follows that.
@LoopActor
final class FollowedReleases {
  private var rows: [TitleRelease]?
  /// Whom it is made for; there while somebody follows.
  private var reader: (server: Server, profile: Profile)?
  private var isFollowed = false
  private var timer: LoopTimer?
  private var looking: Task<Void, Never>?
  /// What is shown may be another by now.
  private var isOutdated = false
  private var pace = Throttle(interval: 1000)
  private let changed: @LoopActor () -> Void

  /// When something is to be asked for anew, in seconds since 1970; nil: that is not known.
  private(set) var nextDue: Int64?

  /// So many rows at most, and so many bytes: one event is to be read by those who take 64 KiB.
  private static let maxRows = 200
  private static let maxBytes = 60_000
  /// Milliseconds: certificates that an age limit waits for.
  private static let patience: UInt64 = 2_000
  /// Milliseconds after which those are looked for again that did not come.
  private static let retry: UInt64 = 60_000

  /// - Parameter changed: called when something else comes out.
  init(changed: @escaping @LoopActor () -> Void) { self.changed = changed }

  /// Whether the rows are at hand, as they would be looked up now, and kept current.
  var isKnown: Bool { rows != nil && isFollowed && !isOutdated }

  func know(_ server: Server, _ profile: Profile) async throws {
    if isKnown { return }
    server.updateClock()
    // When it is over: one that leaves meanwhile takes it away.
    defer { reader = (server, profile) }
    take(try await look(server, profile))
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

  func follow(_ isFollowed: Bool) {
    guard isFollowed != self.isFollowed else { return }
    self.isFollowed = isFollowed
    if isFollowed {
      timer = LoopTimer()
      reader?.server.calendarWatch.add(self)
      // What came in since `know` looked was told to nobody.
      scopeChanged()
    } else {
      timer?.close()
      timer = nil
      reader?.server.calendarWatch.remove(self)
      looking?.cancel()
      (rows, reader, looking, isOutdated, nextDue) = (nil, nil, nil, false, nil)
      pace = Throttle(interval: 1000)
    }
  }

  /// Lists, settings, the day or what is known of titles are others now.
  func scopeChanged() {
    guard isFollowed else { return }
    isOutdated = true
    // One that is under way looks at its end.
    guard looking == nil else { return }
    switch pace.change(at: EventLoop.now) {
    case .publish: refresh()
    case .wait(let milliseconds): timer?.start(after: milliseconds) { self.refresh() }
    case .nothing: break
    }
  }

  private func refresh() {
    guard looking == nil, let reader else { return }
    pace.published(at: EventLoop.now)
    looking = LoopTask.start {
      let rows = try? await self.look(reader.server, reader.profile)
      // The last one has left; somebody else may have come.
      guard !Task.isCancelled else { return }
      self.looking = nil
      guard let rows else { return self.isOutdated = true }
      self.take(rows)
      if self.isOutdated { self.scopeChanged() }
    }
  }

  private func take(_ new: [TitleRelease]) {
    let isSame = rows == new
    rows = new
    if !isSame, isFollowed { changed() }
  }

  /// - Throws: `storage_error`: the library cannot be read.
  private func look(_ server: Server, _ profile: Profile) async throws -> [TitleRelease] {
    isOutdated = false
    var options = FetchOptions(profile.settings, day: server.day)
    options.priority = .prefetch
    let today = Day(options.day)?.days ?? 0
    let titles = ProfileTitles(server.titles, profile, server.profiles.library, method: "subscribe")
    do {
      let question = Releases.Question(
        days: today...today, most: Self.maxRows, profile: profile.name, waits: false)
      var found = try await server.releases.find(question, options)
      nextDue = found.nextDue
      options.deadline = EventLoop.now + Self.patience
      found.meta.freshUntil = nil
      let rows = try await titles.releases(&found, options)
      if found.meta.freshUntil != nil { timer?.start(after: Self.retry) { self.scopeChanged() } }
      if isFollowed { server.calendarWatch.arm() }
      return rows
    } catch let error as LibraryError {
      throw RPCError(reading: error, "subscribe")
    }
  }
}
