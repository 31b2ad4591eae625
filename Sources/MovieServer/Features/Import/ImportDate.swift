import MovieProtocol

/// Dates in other services' formats.
enum ImportDate {
  /// `2021-09-15` or a date with a time. A day alone counts as its noon in UTC, which is the same day nearly
  /// everywhere.
  static func time(_ text: String) -> Timestamp? {
    let time = Day(text).map { Timestamp(seconds: Int64($0.days) * 86_400 + 43_200) } ?? Timestamp(text)
    // Years 1888 to 9999, so that every stored time can be formatted.
    return time.flatMap { (-2_587_680_000...253_402_300_799).contains($0.seconds) ? $0 : nil }
  }
}
