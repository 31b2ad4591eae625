import HTTPClient
import JSONRPC
import MovieProtocol

/// The meaning of YouTube's refusals: a project has a hundred searches a day, and the count restarts at
/// midnight in California (https://developers.google.com/youtube/v3/determine_quota_cost).
enum YouTubeQuota {
  static func read(_ response: HTTPResponse, at now: Timestamp) -> UpstreamError {
    let error = (try? JSONValue(parsing: response.body.span))?["error"]
    let reason = error?["errors"]?[0]?["reason"]?.stringValue ?? ""
    let message = error?["message"]?.stringValue ?? ""
    if isOfTheDay(response.status, reason, message, error) {
      return .limited(retryAfter: untilMidnight(from: now))
    }
    switch (response.status, reason) {
    case _ where error == nil: return .foreign(status: response.status, reason: "the body is not YouTube's")
    case (429, _), (_, "rateLimitExceeded"), (_, "userRateLimitExceeded"):
      return .limited(retryAfter: response.retryAfter)
    case (400, "keyInvalid"), (400, "badRequest"), (401, _), (403, _): return .refused(message)
    default: return .status(response.status)
    }
  }

  /// The same reason is used for a day's quota and for a burst; only the message distinguishes them.
  private static func isOfTheDay(
    _ status: Int, _ reason: String, _ message: String, _ error: JSONValue?
  ) -> Bool {
    if reason == "quotaExceeded" || reason == "dailyLimitExceeded" { return true }
    let limits =
      error?["details"]?.arrayValue?.compactMap { $0["metadata"]?["quota_limit"]?.stringValue } ?? []
    return (status == 429 || reason == "rateLimitExceeded")
      && (message.contains("per day") || limits.contains { $0.contains("PerDay") })
  }

  /// The time until the next midnight of `America/Los_Angeles`.
  static func untilMidnight(from now: Timestamp) -> Duration {
    let seconds = now.seconds
    let local = seconds - offset(at: seconds)
    let nextDay = local - ((local % 86_400) + 86_400) % 86_400 + 86_400
    // The UTC time of that midnight depends on California's offset then.
    let midnight = nextDay + offset(at: nextDay + 8 * 3600)
    return max(.milliseconds(1), Timestamp(seconds: midnight) - now)
  }

  /// Seconds behind UTC: eight hours, seven from the second Sunday of March to the first of November, from
  /// two to two o'clock (https://www.law.cornell.edu/uscode/text/15/260a).
  private static func offset(at seconds: Int64) -> Int64 {
    let day = Day(days: Int((seconds - ((seconds % 86_400) + 86_400) % 86_400) / 86_400))
    let year = day.text.prefix(4)
    guard let march = Day("\(year)-03-01"), let november = Day("\(year)-11-01") else { return 8 * 3600 }
    let start = Int64(sunday(from: march) + 7) * 86_400 + 10 * 3600
    let end = Int64(sunday(from: november)) * 86_400 + 9 * 3600
    return seconds >= start && seconds < end ? 7 * 3600 : 8 * 3600
  }

  /// The first Sunday on or after that day; 1970-01-01 was a Thursday.
  private static func sunday(from day: Day) -> Int {
    let weekday = ((day.days + 4) % 7 + 7) % 7
    return day.days + (7 - weekday) % 7
  }
}
