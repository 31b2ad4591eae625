import EventLoop
import MovieProtocol
import MovieStore

/// One person of the household while the daemon runs: settings in force, lists, topics.
@LoopActor
final class Profile {
  /// From 1; never that of another profile of this process, even if that had the same name.
  let number = Profile.nextNumber()
  private(set) var name: String
  /// Years; nil: no limit.
  private(set) var ageLimit: Int?
  /// The country whose certificates the limit uses, as set with it. Nil: that of the configuration.
  private(set) var ageRegion: String?
  /// Nil: there is no PIN.
  private(set) var lock: PINVerifier?
  /// While set, the PIN is not required.
  private(set) var unlocking: Unlocking?
  /// It was deleted: connections in it have to select another one.
  private(set) var isGone = false
  private var shown: ProfileSettings
  private(set) var lists = ProfileLists()
  /// Shared by all profiles.
  private let downloads: DownloadStateMap
  let pictures = ListedPictures()
  let sharedTitles = SharedTitles()
  /// The generation in which its results are cached.
  private(set) var generation = CacheGeneration.next()
  let topics = Topics()
  private let libraryTopic: Topic
  private let settingsTopic: Topic
  /// Called when what other profiles see of it changes: the listener may only mark.
  var onSummaryChange: (@LoopActor () -> Void)?

  private static var made = 0

  private static func nextNumber() -> Int {
    made += 1
    return made
  }

  init(_ name: String, _ layers: SettingLayers, _ downloads: DownloadStateMap) {
    self.name = name
    self.downloads = downloads
    shown = ProfileSettings(layers)
    libraryTopic = topics.add(.library)
    settingsTopic = topics.add(.settings)
  }

  var settings: Settings { shown.current }

  /// No PIN is required.
  var isOpen: Bool { lock == nil || unlocking != nil }

  /// The rules of its age limit.
  var ageRestriction: AgeRestriction? {
    ageLimit.map {
      AgeRestriction(
        limit: $0, region: ageRegion ?? settings.configuredRegion, showsUnknown: !settings.hidesUnknownAge)
    }
  }

  /// It shows titles that `other`, with its age limit, does not; another country is another limit.
  func shows(moreThan other: Profile) -> Bool {
    guard let theirs = other.ageRestriction else { return false }
    guard let own = ageRestriction else { return true }
    return own.limit > theirs.limit || own.region != theirs.region
  }

  /// - Parameter onEnd: called when the time is over.
  func unlock(until end: Timestamp, _ onEnd: @escaping @LoopActor () -> Void) {
    unlocking?.close()
    unlocking = Unlocking(until: end) { [weak self] in
      self?.lockAgain()
      onEnd()
    }
    onSummaryChange?()
  }

  func lockAgain() {
    unlocking?.close()
    unlocking = nil
    onSummaryChange?()
  }

  func settingsInForce() -> SettingState.Values { shown.inForce() }
  var describedSettings: JSONMap<SettingState> { shown.states }

  func leaveForGood() {
    isGone = true
    lockAgain()
    // Cached results are no longer found.
    invalidateCache()
  }

  /// Called when results depend on something that has changed.
  func invalidateCache() {
    generation = CacheGeneration.next()
    topics.resultsChanged()
  }

  /// Returns false if nothing changed.
  @discardableResult
  func use(_ layers: SettingLayers) -> Bool {
    guard shown.use(layers) else { return false }
    sharedTitles.forget()
    invalidateCache()
    settingsTopic.changed()
    // An age limit may be that of the configured region.
    onSummaryChange?()
    return true
  }

  /// Applies the stored values, and the PIN if it has changed.
  func use(_ stored: StoredProfile, lock: PINVerifier?) {
    name = stored.name
    ageLimit = stored.ageLimit
    ageRegion = stored.ageRegion
    if lock !== self.lock { lockAgain() }
    self.lock = lock
    invalidateCache()
    // Their events name it.
    for topic in topics.all { topic.changedQuietly() }
    onSummaryChange?()
  }

  func apply(_ stored: StoredProfile, lock: PINVerifier?) {
    use(stored, lock: lock)
    lists = ProfileLists(revision: stored.revision, userStates: stored.userStates)
    libraryTopic.changed()
  }

  /// Applies the result of a change of its lists. This only marks topics, so the reply is written before the
  /// event.
  func apply(_ key: TitleKey, _ result: EntryResult) {
    guard lists.apply(key, result) else { return }
    invalidateCache()
    libraryTopic.changed()
  }

  /// Applies the changes of an import.
  func apply(_ lists: LibraryImported.Lists) {
    switch lists {
    case .changes(let changes):
      var isChanged = false
      for change in changes where self.lists.apply(change.key, change.result) { isChanged = true }
      guard isChanged else { return }
    case .all(let revision, let userStates):
      self.lists = ProfileLists(revision: revision, userStates: userStates)
    }
    invalidateCache()
    libraryTopic.changed()
  }

  /// The titles with this profile's user state.
  func marked(_ titles: [Title]) -> [Title] {
    lists.isEmpty && downloads.isEmpty ? titles : titles.map(marked)
  }

  func marked(_ title: Title) -> Title {
    var title = title
    title.userState = userState(of: title.key)
    return title
  }

  /// What this profile has done with a title, and the state of its download, which all share.
  func userState(of key: TitleKey) -> Title.UserState {
    var userState = lists.userStates[key] ?? Title.UserState()
    userState.download = downloads[key]
    return userState
  }

  /// Keys of downloaded titles, the last one first.
  var downloaded: [TitleKey] { downloads.done }

  /// The state of topic `library`.
  ///
  /// - Parameter changes: nil: the lists have to be read again.
  func encodedLists(_ changes: [ProfileLists.Change]?) -> [UInt8] {
    lists.encoded(changes) { userState(of: $0) }
  }
}
