import MovieProtocol

/// Dates in other services' formats.
enum ImportDate {
  /// Seconds since 1970 of `2021-09-15` or of a date with a time. A day alone counts as its noon in UTC,
  /// which is the same day nearly everywhere.
  static func seconds(_ text: String) -> Int64? {
    if let day = Day(text) { return plausible(Int64(day.days) * 86_400 + 43_200) }
    return (Timestamp(text)?.seconds).flatMap(plausible)
  }

  /// Years 1888 to 9999, so that every stored time can be formatted.
  private static func plausible(_ seconds: Int64) -> Int64? {
    (-2_587_680_000...253_402_300_799).contains(seconds) ? seconds : nil
  }
}
