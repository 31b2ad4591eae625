internal import CLibuv

/// A moment of the system's monotonic clock in nanoseconds, to measure how long something takes: `uv_hrtime`,
/// read at each call. Any thread.
package struct HighResolutionInstant: Sendable {
  package let nanoseconds: UInt64

  package static var now: HighResolutionInstant { HighResolutionInstant(nanoseconds: uv_hrtime()) }

  package func nanoseconds(since earlier: HighResolutionInstant) -> UInt64 {
    nanoseconds &- earlier.nanoseconds
  }
}
