import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources

/// A list of `browse` that somebody follows: its first page, asked for anew when it is too old, when the day
/// ends, and when the profile's settings or lists change.
@LoopActor
final class FollowedList {
  private let list: BrowseTopicName
  /// The last answer; nil while nobody has asked.
  private var found: FoundTitles?
  private var pageSize = 0
  /// Whom it is made for; there while somebody follows.
  private var reader: (server: Server, profile: Profile)?
  private var timer: LoopTimer?
  private var asking: Task<Void, Never>?
  private var isDueAgain = false
  private let changed: @LoopActor () -> Void

  /// Between two refreshes at least, however often lists change. Milliseconds.
  private static let interval: Int64 = 1000
  /// After one that failed.
  private static let retry: Int64 = 300_000

  /// - Parameter changed: called when a refresh brought something else.
  init(_ list: BrowseTopicName, changed: @escaping @LoopActor () -> Void) {
    (self.list, self.changed) = (list, changed)
  }

  /// Whether the page is at hand and kept current.
  var isKnown: Bool { found != nil && reader != nil && timer != nil }

  func know(_ server: Server, _ profile: Profile) async throws {
    if isKnown { return }
    reader = (server, profile)
    found = try await ask(server, profile, .interactive)
  }

  /// The result of `browse`.
  func encoded() -> [UInt8] {
    guard let found else { return Array("{}".utf8) }
    let page = TitlePage(results: found.titles, page: 1, pageSize: pageSize, totalResults: found.total)
    var writer = JSONWriter(reserving: 1024 * (found.titles.count + 1))
    page.write(into: &writer)
    var meta = JSONWriter()
    let place = found.meta.write(into: &meta)
    let age = found.meta.saidAt.map { EncodedResult.Age(place: place, saidAt: $0) }
    let aged = meta.bytes.aged(age.map { [$0] } ?? [], at: Timestamp.milliseconds())
    return Array(writer.bytes.dropLast()) + Array(#","meta":"#.utf8) + aged + Array("}".utf8)
  }

  /// The first one follows it, or the last one has left: then there is no timer.
  func follow(_ isFollowed: Bool) {
    timer?.close()
    timer = nil
    if isFollowed {
      timer = LoopTimer()
      schedule()
    } else {
      asking?.cancel()
      (found, reader, isDueAgain) = (nil, nil, false)
    }
  }

  /// Settings or lists are others now, and so may be what is shown.
  func scopeChanged() {
    guard isKnown else { return }
    guard asking == nil else { return isDueAgain = true }
    timer?.start(after: UInt64(Self.interval)) { self.refresh() }
  }

  private func schedule() {
    guard let found, let reader else { return }
    let now = Timestamp.milliseconds()
    // What is known locally goes by the day.
    let due = found.meta.freshUntil ?? reader.server.dayEnds &* 1000
    timer?.start(after: UInt64(min(max(due &- now, 60_000), 86_400_000))) { self.refresh(maximumAge: 60_000) }
  }

  private func refresh(maximumAge: Int? = nil) {
    guard asking == nil, let reader else { return }
    reader.server.lookAtClock()
    isDueAgain = false
    asking = LoopTask.start {
      let found = try? await self.ask(reader.server, reader.profile, .prefetch, maximumAge: maximumAge)
      self.asking = nil
      // The last one may have left meanwhile.
      guard self.isKnown else { return }
      if let found { self.take(found) }
      if self.isDueAgain { return self.scopeChanged() }
      if found == nil {
        self.timer?.start(after: UInt64(Self.retry)) { self.refresh(maximumAge: maximumAge) }
      } else {
        self.schedule()
      }
    }
  }

  private func take(_ new: FoundTitles) {
    let isSame = found?.titles == new.titles && found?.total == new.total
    found = new
    if !isSame { changed() }
  }

  private func ask(
    _ server: Server, _ profile: Profile, _ priority: Asking.Priority, maximumAge: Int? = nil
  ) async throws -> FoundTitles {
    var asking = Asking(profile.settings, day: server.day)
    asking.priority = priority
    asking.maximumAge = maximumAge
    pageSize = min(profile.settings.pageSize, server.limits.pageSize)
    let titles = PersonalTitles(server.titles, profile, server.profiles.library)
    return try await titles.browse(
      BrowseParams(list: list.list, mediaType: list.mediaType, pageSize: pageSize), asking)
  }
}
