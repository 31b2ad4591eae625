/// A hybrid logical clock (https://cse.buffalo.edu/tech-reports/2014-04.pdf): milliseconds of the wall clock, and
/// a count for changes within one of them. It never goes back, and is later than all that its device has seen.
package struct HybridClock: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970, times 65,536, plus the count.
  package let raw: Int64

  package static let zero = HybridClock(milliseconds: 0)
  /// A clock that is further ahead than this is wrong.
  package static let tolerance: Int64 = 86_400_000
  /// How long removals are remembered.
  package static let memory: Int64 = 366 * 86_400_000

  static let maxMilliseconds: Int64 = 1 << 46

  /// - Parameter raw: clamped to what a clock can show.
  package init(raw: Int64) { self.raw = min(max(raw, 0), Self.maxMilliseconds << 16) }

  package init(milliseconds: Int64, count: UInt16 = 0) {
    self.init(raw: min(max(milliseconds, 0), Self.maxMilliseconds) << 16 + Int64(count))
  }

  package var milliseconds: Int64 { raw >> 16 }
  private var count: Int64 { raw & 0xffff }

  package static func < (one: Self, other: Self) -> Bool { one.raw < other.raw }

  /// The time of the next change.
  ///
  /// - Parameter now: milliseconds of the wall clock.
  package func next(now: Int64) -> HybridClock {
    max(HybridClock(raw: raw + 1), HybridClock(milliseconds: now))
  }

  /// The last time that is believed at `now`.
  package static func latest(now: Int64) -> HybridClock {
    HybridClock(milliseconds: min(max(now, 0), maxMilliseconds) + tolerance, count: .max)
  }

  /// The time before which removals are forgotten.
  package static func horizon(now: Int64) -> HybridClock {
    HybridClock(milliseconds: min(max(now, 0), maxMilliseconds) - memory)
  }
}

extension HybridClock: LosslessStringConvertible {
  /// `1795454415123.4`
  package var description: String { "\(milliseconds).\(count)" }

  package init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let milliseconds = Int64(parts[0]), let count = UInt16(parts[1]),
      (0...Self.maxMilliseconds).contains(milliseconds)
    else { return nil }
    self.init(milliseconds: milliseconds, count: count)
    // One text for each time: no plus signs, no leading zeros.
    guard description == text else { return nil }
  }
}
