import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources

/// Keeps from a profile with an age limit what it is not to see. Whatever is not known in time counts as
/// unknown, for a while.
@LoopActor
struct AgeGuard {
  private let rule: AgeRule
  private let titles: any TitleService

  /// So long an answer stays as it is that some certificate was missing from. Milliseconds.
  private static let retry: Int64 = 5_000

  /// So long the country has none for a title before it is asked for again: a week, in milliseconds.
  private static let missingLasts = 604_800_000

  /// Nil: the profile has no age limit.
  init?(_ profile: Profile, _ titles: any TitleService) {
    guard let rule = profile.ageRule else { return nil }
    self.rule = rule
    self.titles = titles
  }

  private struct Verdict {
    var isShown: Bool
    /// Its certificate was not to be had: another time the verdict may be another.
    var isForNow = false
  }

  /// Those that may be seen; `meta` counts the others. `isSure`: all certificates were to be had.
  func sift(
    _ all: [Title], _ meta: inout Meta, _ asking: Asking
  ) async throws -> (shown: [Title], isSure: Bool) {
    let verdicts = try await all.concurrentMap { try await verdict($0, asking) }
    let isSure = !verdicts.contains(where: \.isForNow)
    if !isSure { meta.expire(at: Timestamp.milliseconds() + Self.retry) }
    let shown = zip(all, verdicts).filter(\.1.isShown).map(\.0)
    meta.hidden += all.count - shown.count
    return (shown, isSure)
  }

  /// - Throws: `forbidden` for a title that is hidden.
  func expect(_ key: TitleKey, _ meta: inout Meta, method: String, _ asking: Asking) async throws {
    let verdict = try await verdict(key, asking)
    guard verdict.isShown else { throw forbidden(key.text, method) }
    if verdict.isForNow { meta.expire(at: Timestamp.milliseconds() + Self.retry) }
  }

  /// The same where it can be said without asking anybody.
  func expectIfKnown(_ key: TitleKey, method: String, _ asking: Asking) async throws {
    var asking = asking
    asking.isCacheOnly = true
    let verdict = try await verdict(key, asking)
    guard verdict.isShown || verdict.isForNow else { throw forbidden(key.text, method) }
  }

  /// - Throws: `forbidden` for a title that is hidden whatever its certificates say.
  func expectNotAdult(_ title: Title, method: String) throws(RPCError) {
    if title.isAdult { throw forbidden(title.key, method) }
  }

  private func verdict(_ title: Title, _ asking: Asking) async throws -> Verdict {
    if title.isAdult { return Verdict(isShown: false) }
    guard let key = TitleKey(title.key) else { return Verdict(isShown: rule.showsUnknown) }
    return try await verdict(key, asking)
  }

  private func verdict(_ key: TitleKey, _ asking: Asking) async throws -> Verdict {
    var asking = asking
    // It is said of the list how fresh it is to be.
    asking.maximumAge = nil
    do {
      var words = try await titles.certificates(of: key, asking)
      if words != nil, !rule.knows(words), !asking.isCacheOnly {
        // It may have come since.
        asking.maximumAge = Self.missingLasts
        words = try await titles.certificates(of: key, asking)
      }
      return Verdict(isShown: rule.admits(words))
    } catch let error as CancellationError {
      throw error
    } catch {
      return Verdict(isShown: rule.showsUnknown, isForNow: true)
    }
  }

  private func forbidden(_ key: String, _ method: String) -> RPCError {
    .needsAge(
      "\(method): \(key) is not for a profile with the age limit \(rule.limit)",
      hint: rule.showsUnknown
        ? "choose a profile without age limit"
        : "choose a profile without age limit; unknown_age \"show\" would show what nobody has certified")
  }
}
