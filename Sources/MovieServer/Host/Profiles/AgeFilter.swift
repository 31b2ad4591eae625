import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources

/// Hides from a profile with an age limit the titles it may not see. A certificate that is not available in
/// time counts as unknown, for a while.
@LoopActor
struct AgeFilter {
  let rule: AgeRestriction
  private let titles: any TitleService

  /// How long an answer stays fresh if a certificate was not available.
  static let retry: Duration = .seconds(5)

  /// How long after an answer without a certificate of the country a title is fetched again.
  private static let missingLasts: Duration = .seconds(7 * 86_400)

  /// Nil: the profile has no age limit.
  init?(_ profile: Profile, _ titles: any TitleService) {
    guard let rule = profile.ageRestriction else { return nil }
    self.rule = rule
    self.titles = titles
  }

  private struct Verdict {
    var isShown: Bool
    /// Its certificate was not available: the verdict may change later.
    var isForNow = false
    /// The region has no certificate for it.
    var isUnknown = false
  }

  /// The titles that may be seen; `meta` counts the others. `isSure`: all certificates were available.
  ///
  /// - Parameter isWithinLimit: upstream reports all of them as within the limit. Certificates of a single
  ///   title override that: a film may have a stricter certificate besides the one that matched.
  func filter(
    _ all: [Title], _ meta: inout Meta, _ options: FetchOptions, isWithinLimit: Bool = false
  ) async throws -> (shown: [Title], isSure: Bool) {
    guard titles.knowsCertificates || all.isEmpty else {
      if meta.reason == nil { meta.reason = .noKey }
      let shown = all.filter { rule.showsUnknown && !$0.isAdult }
      meta.hidden += all.count - shown.count
      return (shown, true)
    }
    var own = options
    own.isCacheOnly = options.isCacheOnly || isWithinLimit || options.goesByKnownCertificates
    var verdicts = try await all.concurrentMap { [own] in try await verdict($0, own) }
    if isWithinLimit {
      for place in verdicts.indices where verdicts[place].isUnknown && !all[place].isAdult {
        verdicts[place] = Verdict(isShown: true)
      }
    } else if options.goesByKnownCertificates, !options.isCacheOnly {
      own.maxAge = Self.missingLasts
      titles.learnCertificates(
        of: zip(all, verdicts).filter(\.1.isUnknown).map(\.0.key), own)
    }
    let isSure = !verdicts.contains(where: \.isForNow)
    if !isSure { meta.expire(at: .now + Self.retry) }
    let shown = zip(all, verdicts).filter(\.1.isShown).map(\.0)
    meta.hidden += all.count - shown.count
    return (shown, isSure)
  }

  /// - Throws: `forbidden` for a title that is hidden.
  func expect(_ key: TitleKey, _ meta: inout Meta, _ options: FetchOptions) async throws {
    let verdict = try await verdict(key, options)
    guard verdict.isShown else { throw forbidden(key.text, isUnknown: verdict.isUnknown) }
    if verdict.isForNow { meta.expire(at: .now + Self.retry) }
  }

  /// The same check, if it needs no upstream request.
  func expectIfKnown(_ key: TitleKey, _ options: FetchOptions) async throws {
    var options = options
    options.isCacheOnly = true
    let verdict = try await verdict(key, options)
    guard verdict.isShown || verdict.isForNow else {
      throw forbidden(key.text, isUnknown: verdict.isUnknown)
    }
  }

  /// - Throws: `forbidden` for a title that is hidden whatever its certificates say.
  func expectNotAdult(_ title: Title) throws(RPCError) {
    if title.isAdult { throw forbidden(title.key.text) }
  }

  private func verdict(_ title: Title, _ options: FetchOptions) async throws -> Verdict {
    if title.isAdult { return Verdict(isShown: false) }
    return try await verdict(title.key, options)
  }

  private func verdict(_ key: TitleKey, _ options: FetchOptions) async throws -> Verdict {
    var options = options
    // The requested age is for the list only.
    options.maxAge = nil
    do {
      var words = try await titles.certificates(of: key, options)
      if words != nil, !rule.knows(words), !options.isCacheOnly {
        // The certificate may have been added since.
        options.maxAge = Self.missingLasts
        words = try await titles.certificates(of: key, options)
      }
      return Verdict(isShown: rule.admits(words), isUnknown: !rule.knows(words))
    } catch let error as CancellationError {
      throw error
    } catch {
      return Verdict(isShown: rule.showsUnknown, isForNow: true, isUnknown: true)
    }
  }

  /// - Parameters:
  ///   - text: the key of a title, or of anything else that has only hidden ones.
  ///   - isUnknown: so the setting about unknown ages would show it.
  func forbidden(_ text: String, isUnknown: Bool = false) -> RPCError {
    .needsAge(
      .titleAboveAge(text, rule.limit),
      Advice(
        isUnknown && !rule.showsUnknown
          ? .chooseUnlimitedOrShow(Setting.unknownAge.name) : .chooseUnlimitedProfile,
        .method(ProfilesSelectMethod.method.name, ask: ["name"])))
  }
}
