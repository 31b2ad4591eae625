/// Faults of an answer.
package enum FakeFault: Sendable, Equatable {
  /// Milliseconds of delay.
  case slow(Int)
  /// The connection is reset.
  case reset
  /// Half of the body, then the end of the connection.
  case cut
  /// An error; 429 with `Retry-After` in seconds, 5xx with a page of HTML.
  case status(Int, retryAfter: Int? = nil)
  /// The page of a network that requires a login, with 200.
  case html
  /// Numbers where texts should be, and so on.
  case wrong
  /// Null in place of every second value.
  case nulls
  /// Compressed, without a header that says it.
  case gzipUnsaid
  /// A body without end.
  case huge
  /// The same, without a length.
  case endless
  /// An SVG that contains a script, in place of a picture.
  case svg
  /// No answer for as long as the client waits.
  case hang
  /// What a request changes is changed, and the connection ends without an answer.
  case lost
  /// What a request changes is changed twice, as when a proxy sends it again.
  case doubled

  /// `slow=300`, `status=503`, `status=429:2`, `reset`
  package init?(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    let numbers = parts.count == 2 ? parts[1].split(separator: ":").map { Int($0) } : []
    switch (parts.first, numbers.first ?? nil) {
    case ("slow", let milliseconds?): self = .slow(milliseconds)
    case ("status", let status?): self = .status(status, retryAfter: numbers.count > 1 ? numbers[1] : nil)
    case ("reset", nil): self = .reset
    case ("cut", nil): self = .cut
    case ("html", nil): self = .html
    case ("wrong", nil): self = .wrong
    case ("nulls", nil): self = .nulls
    case ("gzip-unsaid", nil): self = .gzipUnsaid
    case ("huge", nil): self = .huge
    case ("endless", nil): self = .endless
    case ("svg", nil): self = .svg
    case ("hang", nil): self = .hang
    case ("lost", nil): self = .lost
    case ("doubled", nil): self = .doubled
    default: return nil
    }
  }

  package static let names =
    "slow=MS reset cut status=N status=429:SECONDS html wrong nulls gzip-unsaid huge endless svg hang "
    + "lost doubled"
}
