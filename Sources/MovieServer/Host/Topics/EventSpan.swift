/// Which of a stream's waiting bytes are events: those between two positions, counted from the stream's first
/// byte. The limits for clients that do not read apply to replies only.
///
/// One span is enough: events are written only when the kernel has taken everything before them.
struct EventSpan: Equatable, Sendable {
  private let begin: UInt64
  private let end: UInt64

  init(from begin: UInt64 = 0, to end: UInt64 = 0) {
    self.begin = begin
    self.end = max(begin, end)
  }

  /// Bytes of events that are not among the first `taken` of the stream.
  func waiting(after taken: UInt64) -> Int { taken < end ? Int(end - max(begin, taken)) : 0 }
}
