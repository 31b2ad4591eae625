import MovieProtocol

/// Dates as others write them.
enum ImportDate {
  /// Seconds since 1970 of `2021-09-15` or of what has a time too. A day alone is its noon in UTC, which is
  /// the same day nearly everywhere.
  static func seconds(_ text: String) -> Int64? {
    if let day = Day(text) { return plausible(Int64(day.days) * 86_400 + 43_200) }
    return Timestamp.seconds(text).flatMap(plausible)
  }

  /// Years 1888 to 9999, so that every moment we keep can be written as one.
  private static func plausible(_ seconds: Int64) -> Int64? {
    (-2_587_680_000...253_402_300_799).contains(seconds) ? seconds : nil
  }
}
