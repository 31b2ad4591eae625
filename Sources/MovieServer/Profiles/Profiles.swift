package import EventLoop
import JSONRPC
package import Logging
import MovieProtocol
import MovieSources
package import MovieStore

/// Everybody the daemon knows, and the way to what they own.
///
/// Until the library has been read there is `default` alone, with what file and environment say. A library that
/// cannot be read leaves it at that: the daemon goes on, and whoever asks for what is in it is told what is
/// wrong.
@LoopActor
package final class Profiles {
  static let defaultName = "default"

  /// `default` first, which cannot be deleted.
  private(set) var all: [Profile] = []
  /// Where a connection begins.
  private(set) var initial: Profile
  let settings: SettingsStore
  /// Called after any change of settings: whoever listens must only mark.
  var onSettingsChange: (@LoopActor () -> Void)?
  /// Called once the library has been read.
  var onLoad: (@LoopActor (LibraryState) -> Void)?
  /// Called when the time is over for which a profile was unlocked.
  var onLock: (@LoopActor (Profile) -> Void)?
  /// What of the downloads every profile knows.
  let downloads = DownloadStates()
  let library: LibraryAccess
  private let logger: Logger
  /// Milliseconds from a PIN to the answer.
  private let pinDelay: UInt64
  private(set) var historyTerms: Int

  /// The library has been read, or could not be.
  private(set) var isReady = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  package init(
    library: Library, configuration: Configuration, surroundings: SettingsEnvironment, logger: Logger,
    pinDelay: UInt64 = 300
  ) {
    self.library = LibraryAccess(library, logger)
    self.logger = logger
    self.pinDelay = pinDelay
    historyTerms = configuration.limits.historyTerms
    settings = SettingsStore(configuration: configuration, surroundings: surroundings, logger: logger)
    initial = Profile(
      Self.defaultName, settings.layers(of: Self.defaultName), self.library, downloads,
      historyTerms: historyTerms)
    all = [initial]
    settings.onChange = { [unowned self] in settle() }
    self.library.onLoad = { [unowned self] in take($0) }
    // The first call of the library: all others come after it.
    LoopTask.start { await self.read() }
  }

  /// What all profiles share.
  package var shared: Settings { Settings(settings.layers(of: "")) }

  /// Case does not count.
  func named(_ name: String) -> Profile? {
    let folded = name.lowercased()
    return all.first { $0.name.lowercased() == folded }
  }

  func expect(_ name: String, _ method: String) throws(RPCError) -> Profile {
    guard let profile = named(name) else { throw .noProfile(name, method, all.map(\.name)) }
    return profile
  }

  /// Returns when the library has been read, or could not be.
  package func ready() async {
    if isReady { return }
    await withCheckedContinuation { continuation in
      // It may have been read since: entering a continuation can leave the loop for a moment.
      if isReady { continuation.resume() } else { waiting.append(continuation) }
    }
  }

  /// Changes all or nothing; when this returns, it is on the disk. The library's thread keeps the order of
  /// the calls, so each reply shows its own change and none that came later.
  func make(_ change: SettingsChange, for profile: Profile) async throws(LibraryError) {
    let rows = SettingsStore.rows(change, profile: profile.name)
    settings.take(try await library.ask { library throws(LibraryError) in try await library.change(rows) })
  }

  /// Makes one change of a list.
  func make(_ change: EntryChange) async throws(LibraryError) -> EntryOutcome {
    let outcome = try await library.ask { library throws(LibraryError) in try await library.change(change) }
    guard case .done(let result) = outcome, let profile = named(change.profile) else { return outcome }
    let wasListed = isListed(change.key)
    profile.take(change.key, result)
    if isListed(change.key) != wasListed { renewScopes() }
    return outcome
  }

  /// What TMDB says of a title now, for the lists it is on. Nobody waits for it, and where it cannot be written
  /// the lists stay as they are.
  func renew(_ found: FoundDetail) {
    guard found.meta.source == .tmdb, !found.detail.isPartial else { return }
    renew([StoredTitle(found.detail.title, imdbID: found.detail.imdbID)])
  }

  /// The same of the rows of a page, where all of them were said just now: cached ones may be older than what
  /// the lists have.
  func renew(_ found: FoundTitles) {
    let now = Timestamp.milliseconds()
    guard found.meta.source == .tmdb, let fetchedAt = found.meta.fetchedAt,
      (fetchedAt...fetchedAt &+ 60_000).contains(now)
    else { return }
    renew(found.titles.filter { $0.source == .tmdb }.map { StoredTitle($0) })
  }

  private func renew(_ titles: [StoredTitle]) {
    let listed = titles.filter { isListed($0.title.key) }
    guard !listed.isEmpty else { return }
    LoopTask.start {
      let isRenewed = try? await self.library.ask { library throws(LibraryError) in
        try await library.renew(listed)
      }
      if isRenewed == true { self.renewScopes() }
    }
  }

  /// It is on a list of any profile.
  private func isListed(_ key: String) -> Bool { all.contains { $0.lists.userStates[key] != nil } }

  /// Takes in what a file had, all or nothing.
  func make(_ change: LibraryImport) async throws(LibraryError) -> LibraryImportOutcome {
    let outcome = try await library.ask { library throws(LibraryError) in try await library.take(change) }
    guard case .done(let imported) = outcome, !change.isDryRun else { return outcome }
    if let stored = imported.settings { settings.take(stored) }
    if let profile = named(change.profile) {
      if let lists = imported.lists {
        profile.take(lists)
        renewScopes()
      }
      if let newest = imported.newestSearches { profile.history.take(newest) }
    }
    return outcome
  }

  func use(_ configuration: Configuration) {
    historyTerms = configuration.limits.historyTerms
    for profile in all { profile.history.maximum = historyTerms }
    settings.use(configuration)
  }

  /// Results depend on something that is another now, for everybody: local titles are those on the list of
  /// anybody, and what was downloaded.
  func renewScopes() {
    for profile in all { profile.renewScope() }
  }

  /// After the last change.
  package func end() async {
    for profile in all { await profile.history.end() }
    await library.close()
  }

  private func read() async {
    try? await library.load()
    isReady = true
    let ready = waiting
    waiting = []
    for one in ready { one.resume() }
  }

  private func take(_ state: LibraryState) {
    settings.take(state.settings)
    for stored in state.profiles { take(stored) }
    renewScopes()
    onLoad?(state)
  }

  /// One that is in the library.
  func take(_ stored: StoredProfile) {
    let profile = named(stored.name) ?? add(stored.name)
    profile.take(stored, lock: stored.pin.map { lock($0, of: profile, stored) })
    if stored.isDefault { initial = profile }
  }

  /// - Parameter stored: how often the PIN was wrong.
  func lock(_ hash: String, of profile: Profile, _ stored: StoredProfile) -> PINLock {
    let lock = PINLock(
      hash, delay: pinDelay,
      attempts: PINAttempts(
        wrong: stored.wrongPINs, blockedUntil: stored.pinBlockedUntil, at: Timestamp.milliseconds()),
      logger: logger)
    lock.onCount = { [library, weak profile] attempts in
      guard let name = profile?.name else { return }
      // Where it cannot be stored, which is said in the log, it is counted while the daemon runs.
      try? await library.ask { library throws(LibraryError) in
        try await library.notePINs(wrong: attempts.wrong, blockedUntil: attempts.blockedUntil, profile: name)
      }
    }
    return lock
  }

  /// One that is in the library no longer.
  func drop(_ profile: Profile) {
    all.removeAll { $0 === profile }
    if initial === profile, let first = all.first { initial = first }
    profile.leaveForGood()
    if !profile.lists.isEmpty { renewScopes() }
  }

  /// Its settings are stored under another name now.
  func renamed(_ profile: Profile, from name: String) {
    settings.rename(name, to: profile.name)
  }

  /// As the library has it.
  func begin(in profile: Profile) { initial = profile }

  private func add(_ name: String) -> Profile {
    let profile = Profile(name, settings.layers(of: name), library, downloads, historyTerms: historyTerms)
    all.append(profile)
    return profile
  }

  private func settle() {
    for profile in all { profile.use(settings.layers(of: profile.name)) }
    onSettingsChange?()
  }
}
