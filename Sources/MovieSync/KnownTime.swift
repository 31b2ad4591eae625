/// What is known of the time, whatever this machine's clock says.
///
/// A clock that is wrong says a time that has not come, or one that is long over. So a time is only believed to
/// have come if something else says so as well: the program's own date, the clock itself while it ran on without
/// a leap, and what others wrote, unless that is still to come by this machine's clock. Others can thus confirm
/// the clock, and never move anything beyond it: one machine whose clock is ahead, or that lies, changes nothing.
package struct KnownTime: Hashable, Sendable {
  /// The clock when it was last looked at; nil: never. All times are milliseconds since 1970.
  package private(set) var clock: Int64?
  /// A time that has certainly come.
  package private(set) var reached: Int64
  /// By how much the clock was ahead, at most, before it was set back; 0: it was not.
  package private(set) var lead: Int64

  /// - Parameter built: when the program was made.
  package init(built: Int64) { self.init(clock: nil, reached: built, lead: 0) }

  /// As it was stored; any values.
  package init(clock: Int64?, reached: Int64, lead: Int64) {
    let range = 0...HybridClock.maxMilliseconds
    (self.clock, self.reached) = (clock?.clamped(to: range), reached.clamped(to: range))
    self.lead = lead.clamped(to: range)
  }

  /// - Parameters:
  ///   - now: the clock.
  ///   - evidence: times that others said had come.
  package mutating func look(at now: Int64, evidence: [Int64] = []) {
    let (now, tolerance) = (now.clamped(to: 0...HybridClock.maxMilliseconds), HybridClock.tolerance)
    let last = clock ?? now
    // A leap of more than a day: it was set, or the machine was off. Only others can say which.
    if (last...(last + tolerance)).contains(now) { reached += now - last }
    if now < last - tolerance { lead = max(lead, last - reached) }
    // What is counted once is not counted again.
    clock = (last - tolerance..<last).contains(now) ? last : now
    for time in evidence where time <= now + tolerance { reached = max(reached, min(time, now)) }
  }

  /// The program itself, of a later version than the one that stored this.
  package mutating func reach(_ time: Int64) { reached = max(reached, time) }

  /// The clock ran on, by less than `milliseconds`, and that is all.
  package func isContinued(by later: KnownTime, within milliseconds: Int64) -> Bool {
    guard let clock, let next = later.clock, lead == later.lead else { return false }
    return next - clock == later.reached - reached && (0..<milliseconds).contains(next - clock)
  }

  /// What was written with a clock that was ahead has been corrected.
  package mutating func forgetLead() { lead = 0 }

  /// By how much the clock is behind a time that has come; nil: not by more than a day.
  package func behind(at now: Int64) -> Int64? {
    let missing = reached - max(now, 0)
    return missing > HybridClock.tolerance ? missing : nil
  }

  /// The time to work with: not before one that has come.
  package func believed(at now: Int64) -> Int64 { max(now, reached) }

  /// Whether something else says that the clock is not ahead.
  package func isConfirmed(at now: Int64) -> Bool { now <= reached + HybridClock.tolerance }
}

extension Int64 {
  fileprivate func clamped(to range: ClosedRange<Int64>) -> Int64 {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
