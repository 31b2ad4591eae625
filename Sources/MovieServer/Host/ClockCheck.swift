import EventLoop
import Logging
import MovieProtocol
import MovieStore
import MovieSync

/// Compares the clock with what is known of the time, and stores that with the library. What cannot be taken back
/// goes by the time that has certainly come.
@LoopActor
final class ClockCheck {
  /// Stored at least so often, if the clock runs on; at once if anything else is new.
  private static let storedEvery: Int64 = 3_600_000

  /// When the program was made.
  var built = Version.date
  /// What servers said lately.
  var evidence: @LoopActor () -> [Timestamp] = { [] }
  private let clock: WallClock
  private let library: LibraryAccess
  private let logger: Logger
  private var known: KnownTime?
  private var stored: KnownTime?
  private var wasBehind = false

  init(_ clock: WallClock, _ library: LibraryAccess, logger: Logger) {
    (self.clock, self.library, self.logger) = (clock, library, logger)
  }

  /// - Parameters:
  ///   - times: that other machines said had come.
  ///   - moment: of the clock, before that was known here; nil: now.
  func look(_ times: [HybridClock] = [], at moment: Timestamp? = nil) async throws(LibraryError) {
    if known == nil {
      let found = try await library.perform { library throws(LibraryError) in try await library.knownTime() }
      if known == nil { (known, stored) = (found, found) }
    }
    let built = KnownTime(built: built.milliseconds)
    var known = known ?? built
    let now = (moment ?? clock.now()).milliseconds
    known.look(at: now, evidence: times.map(\.milliseconds) + evidence().map(\.milliseconds))
    known.reach(built.reached)
    self.known = known
    report(known, now)
    try await store(known)
  }

  /// It was deleted from the library.
  func forget() { (known, stored) = (nil, nil) }

  /// What was written with a clock that was ahead has been corrected.
  func forgetLead() async throws(LibraryError) {
    known?.forgetLead()
    if let known { try await store(known) }
  }

  /// The clock as it is.
  var shown: Timestamp { clock.now() }

  /// The time to work with. The clock's, if it was never looked at.
  var now: Timestamp {
    let now = clock.now()
    return known.map { Timestamp(milliseconds: $0.believed(at: now.milliseconds)) } ?? now
  }

  /// Has certainly come.
  var reached: Timestamp { Timestamp(milliseconds: known?.reached ?? built.milliseconds) }

  /// Something else says that the clock is not ahead.
  var isConfirmed: Bool { known?.isConfirmed(at: clock.now().milliseconds) ?? false }

  /// By how many milliseconds the clock was ahead, at most, before it was set back.
  var lead: Int64 { known?.lead ?? 0 }

  /// By how many milliseconds the clock is behind; nil: it is not.
  var behind: Int64? { known?.behind(at: clock.now().milliseconds) }

  private func report(_ known: KnownTime, _ now: Int64) {
    let behind = known.behind(at: now)
    guard (behind != nil) != wasBehind else { return }
    wasBehind = behind != nil
    if let behind {
      logger.warning(
        "the clock is behind a time that has come already; nothing is forgotten until it is right",
        metadata: ["seconds": "\(behind / 1000)"])
    } else {
      logger.notice("the clock is right again")
    }
  }

  private func store(_ known: KnownTime) async throws(LibraryError) {
    if let stored, stored.isContinued(by: known, within: Self.storedEvery) { return }
    try await library.perform { library throws(LibraryError) in try await library.save(known) }
    stored = known
  }
}
