/// What one connection has sent that was no message. Too much of it ends the connection.
struct InputFaults: Sendable {
  /// This many messages in a row that are not JSON mean that the other side speaks something else (HTTP,
  /// TLS).
  static let maxInARow = 16

  private var inARow = 0
  private var tooLong = 0

  mutating func recordMessage() { inARow = 0 }

  /// - Returns: true if it was one too many.
  mutating func recordSyntax() -> Bool {
    inARow += 1
    return inARow >= Self.maxInARow
  }

  /// - Returns: true if it was one too many: the second.
  mutating func recordTooLong() -> Bool {
    tooLong += 1
    return tooLong > 1
  }
}
