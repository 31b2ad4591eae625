package import EventLoop
import JSONRPC
package import Logging
import MovieProtocol
import MovieSources
package import MovieStore

/// All profiles, and access to their data.
///
/// Until the library has been read there is only `default`, with the settings of file and environment. It
/// stays like this if the library cannot be read: the daemon continues, and requests that need the library
/// are answered with the error.
@LoopActor
package final class Profiles {
  static let defaultName = "default"

  /// `default` first, which cannot be deleted.
  private(set) var all: [Profile] = []
  /// The profile of new connections.
  private(set) var initial: Profile
  let settings: SettingsStore
  private var sharedSettings: ProfileSettings
  /// Called when something has happened here that matters elsewhere: the listener may only mark.
  var onEvent: (@LoopActor (ServerEvent) -> Void)?
  /// Returns when the library has what is held back of a profile.
  var onFlush: (@LoopActor (Profile) async -> Void)?
  /// The state of the downloads, for all profiles.
  let downloads = DownloadStateMap()
  let library: LibraryAccess
  /// One change of a profile, or of its settings, at a time: each is made of what the one before has left.
  let changes = AsyncMutex()
  /// Of changes of lists.
  private var changesBegun = 0
  private var changesEnded = 0
  let logger: Logger
  /// From a PIN to the answer.
  private let pinDelay: Duration

  /// The library has been read, or could not be.
  private(set) var isReady = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  package init(
    library: Library, configuration: Configuration, surroundings: SettingsEnvironment, logger: Logger,
    pinDelay: Duration = .milliseconds(300)
  ) {
    self.library = LibraryAccess(library, logger)
    self.logger = logger
    self.pinDelay = pinDelay
    settings = SettingsStore(configuration: configuration, surroundings: surroundings, logger: logger)
    sharedSettings = ProfileSettings(settings.layers(of: ""))
    initial = Profile(Self.defaultName, settings.layers(of: Self.defaultName), downloads)
    all = [initial]
    listen(to: initial)
    settings.onChange = { [unowned self] in applySettings() }
    // A disk may hold up what is read until after our end.
    self.library.onLoad = { [weak self] in self?.apply($0) }
    // The first call to the library: all others come after it.
    LoopTask.start { await self.read() }
  }

  /// The settings that all profiles share.
  package var shared: Settings { sharedSettings.current }

  /// Case is ignored.
  func named(_ name: String) -> Profile? {
    let folded = name.lowercased()
    return all.first { $0.name.lowercased() == folded }
  }

  func expect(_ name: String) throws(RPCError) -> Profile {
    guard let profile = named(name) else { throw .noProfile(name, all.map(\.name)) }
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

  /// Changes all or nothing; when this returns, the change is on the disk. The library's thread keeps the
  /// order of the calls, so each reply shows its own change and no later one.
  func make(_ change: SettingsChange, for profile: Profile) async throws {
    try await changes.withLock { () async throws in
      // Another profile with its name would get them.
      guard !profile.isGone else { throw RPCError.noProfile(profile.name, all.map(\.name)) }
      let rows = SettingsStore.rows(change, profile: profile.name)
      settings.load(
        try await library.perform { library throws(LibraryError) in try await library.change(rows) })
    }
    onEvent?(.libraryChanged)
  }

  /// Makes one change of a list.
  func make(_ change: EntryChange) async throws(LibraryError) -> EntryOutcome {
    changesBegun &+= 1
    defer { changesEnded &+= 1 }
    let outcome = try await library.perform { library throws(LibraryError) in try await library.change(change)
    }
    guard case .done(let result) = outcome, let profile = named(change.profile) else { return outcome }
    profile.apply(change.key, result)
    if result.isChanged {
      onEvent?(.libraryChanged)
      onEvent?(.listsChanged(profile))
    }
    return outcome
  }

  /// Returns when all changes of lists that have begun are answered, or after a second: a disk may hang. What a
  /// change writes can be read a moment before its answer, and an event with it would come before the reply.
  func untilAnswered() async throws {
    let (begun, end) = (changesBegun, EventLoop.now + .seconds(1))
    while changesEnded &- begun < 0, EventLoop.now < end { try await EventLoop.sleep(for: .milliseconds(5)) }
  }

  /// The language of each profile, by name.
  var languages: [String: String] {
    Dictionary(all.map { ($0.name, $0.settings.language) }, uniquingKeysWith: { one, _ in one })
  }

  /// What other machines have changed.
  func apply(_ merged: SyncMerged) {
    if let stored = merged.settings { settings.load(stored) }
    for (name, lists) in merged.lists {
      guard let profile = named(name) else { continue }
      profile.apply(lists)
      onEvent?(.listsMerged(profile))
    }
    for name in merged.followed { named(name)?.invalidateCache() }
    for (name, newest) in merged.searches {
      if let profile = named(name) { onEvent?(.searchesMerged(profile, newest)) }
    }
  }

  /// What the profile's account has changed.
  func apply(_ lists: LibraryImported.Lists, to profile: Profile) {
    profile.apply(lists)
    onEvent?(.libraryChanged)
  }

  func use(_ configuration: Configuration) { settings.use(configuration) }

  /// Called when results of all profiles depend on something that has changed, such as the downloads.
  func invalidateCaches() {
    for profile in all { profile.invalidateCache() }
  }

  /// After the last change.
  package func end() async { await library.close() }

  private func read() async {
    try? await library.load()
    isReady = true
    let ready = waiting
    waiting = []
    for one in ready { one.resume() }
  }

  private func apply(_ state: LibraryState) {
    settings.load(state.settings)
    for stored in state.profiles { apply(stored) }
    invalidateCaches()
    onEvent?(.libraryLoaded(state))
  }

  /// Adds or updates a profile from the library.
  func apply(_ stored: StoredProfile) {
    let profile = named(stored.name) ?? add(stored.name)
    profile.apply(stored, lock: stored.pin.map { lock($0, of: profile, stored) })
    if stored.isDefault { begin(in: profile) }
  }

  /// - Parameter stored: has the count of wrong PINs.
  func lock(_ hash: String, of profile: Profile, _ stored: StoredProfile) -> PINVerifier {
    let lock = PINVerifier(
      hash, delay: pinDelay,
      attempts: PINAttempts(
        wrong: stored.wrongPINs, blockedUntil: stored.pinBlockedUntil, at: .now),
      logger: logger)
    lock.onCount = { [library, weak profile] attempts in
      guard let name = profile?.name, library.isChanging else { return }
      // If it cannot be stored, which is logged, it is counted while the daemon runs.
      _ = await EventLoop.value(within: library.changeLimit) {
        try? await library.perform { library throws(LibraryError) in
          try await library.recordPINs(
            wrong: attempts.wrong, blockedUntil: attempts.blockedUntil, profile: name)
        }
      }
    }
    return lock
  }

  /// Removes a profile that is no longer in the library.
  func drop(_ profile: Profile) {
    all.removeAll { $0 === profile }
    if initial === profile, let first = all.first { initial = first }
    profile.leaveForGood()
  }

  /// Its settings are now stored under another name.
  func renamed(_ profile: Profile, from name: String) {
    settings.rename(name, to: profile.name)
  }

  /// The default profile, as stored in the library.
  func begin(in profile: Profile) {
    initial = profile
    onEvent?(.profilesChanged)
  }

  private func add(_ name: String) -> Profile {
    let profile = Profile(name, settings.layers(of: name), downloads)
    listen(to: profile)
    all.append(profile)
    onEvent?(.profileAdded(profile))
    return profile
  }

  private func listen(to profile: Profile) {
    profile.onSummaryChange = { [weak self] in self?.onEvent?(.profilesChanged) }
  }

  private func applySettings() {
    sharedSettings.use(settings.layers(of: ""))
    for profile in all { profile.use(settings.layers(of: profile.name)) }
    onEvent?(.settingsChanged)
  }
}
