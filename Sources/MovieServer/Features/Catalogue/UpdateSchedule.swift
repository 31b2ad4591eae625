import MovieProtocol

/// When the weekly update of the catalogue is due, and what it waits for. The caller says what time it is.
struct UpdateSchedule {
  private static let interval = 7
  /// TMDB has a day's export from 8:00 UTC.
  private static let hour = 9
  /// Clients all over the world do not ask at the same moment.
  static let maxSpread: Duration = .seconds(6 * 3600)
  /// The machine and the desktop are busy enough while they start.
  static let waitAfterStart: Duration = .seconds(300)
  /// Until a connection that is metered, or a battery, is looked at again.
  static let waitWhenBlocked: Duration = .seconds(1800)
  /// After the first failure. It doubles with each.
  static let minWaitAfterFailure: Duration = .seconds(900)
  static let maxWaitAfterFailure: Duration = .seconds(8 * 3600)
  /// Between two updates, whatever they did.
  static let waitAfterEnd: Duration = .seconds(86_400)

  private let spread: Duration
  private var wait = Self.waitAfterStart
  private var notBefore: Timestamp
  private var failures = 0
  private var lastReason: CatalogueStatus.UpdateReason?

  /// - Parameter spread: up to `maxSpread`, the same while the daemon runs.
  init(startedAt now: Timestamp, spread: Duration) {
    self.spread = spread
    notBefore = now + wait
  }

  /// - Parameter exportDay: of the newest export that has been imported.
  func isDue(after exportDay: String?, at now: Timestamp) -> Bool { next(after: exportDay) <= now }

  /// When to look whether an update is due, and may begin.
  func next(after exportDay: String?) -> Timestamp { max(due(after: exportDay), notBefore) }

  /// Why an update that is due has not begun; nil also if none is due.
  func reason(after exportDay: String?, at now: Timestamp) -> CatalogueStatus.UpdateReason? {
    due(after: exportDay) <= now ? lastReason : nil
  }

  private func due(after exportDay: String?) -> Timestamp {
    guard let day = exportDay.flatMap({ Day($0) }) else { return .distantPast }
    let hours = (day.days + Self.interval) * 24 + Self.hour
    return Timestamp(seconds: Int64(hours) * 3600) + spread
  }

  /// The clock may have been set back: no wait becomes longer by that.
  mutating func clockWasRead(at now: Timestamp) { notBefore = min(notBefore, now + wait) }

  mutating func isBlocked(by reason: CatalogueStatus.UpdateReason, at now: Timestamp) {
    wait(Self.waitWhenBlocked, now, reason)
  }

  mutating func hasFailed(_ reason: CatalogueStatus.UpdateReason, at now: Timestamp) {
    let wait = Self.minWaitAfterFailure * (1 << min(failures, 8))
    failures += 1
    self.wait(min(wait, Self.maxWaitAfterFailure), now, reason)
  }

  /// It is done, or a person has cancelled it.
  mutating func hasEnded(at now: Timestamp) {
    failures = 0
    wait(Self.waitAfterEnd, now, nil)
  }

  private mutating func wait(_ wait: Duration, _ now: Timestamp, _ reason: CatalogueStatus.UpdateReason?) {
    (self.wait, notBefore, lastReason) = (wait, now + wait, reason)
  }
}
