import EventLoop
import MovieProtocol
import MovieStore

/// One person of the household while the daemon runs: settings in force, what is on the lists, what is
/// followed.
@LoopActor
final class Profile {
  let name: String
  /// Years; nil: no limit.
  var ageLimit: Int?
  /// Nil: there is no PIN.
  private(set) var lock: PINLock?
  /// It was deleted: who is in it still has to choose another one.
  private(set) var isGone = false
  private var shown: ProfileSettings
  private(set) var lists = ProfileLists()
  let history: SearchHistory
  /// In which its results are kept and found.
  private(set) var scope = ResultScope.next()
  let topics: Topics

  init(_ name: String, _ layers: SettingLayers, _ library: LibraryAccess, historyTerms: Int) {
    self.name = name
    shown = ProfileSettings(layers)
    history = SearchHistory(profile: name, library, maximum: historyTerms)
    topics = Topics(TopicSource.personal)
    history.onChange = { [topics] in topics.named(TopicDescription.history.name)?.changed() }
  }

  var settings: Settings { shown.current }

  /// The result of `settings`.
  func encodedSettings() -> [UInt8] { shown.encoded }

  func leaveForGood() {
    isGone = true
    // What was kept is found no longer.
    renewScope()
  }

  /// Results depend on something that is another now.
  func renewScope() {
    scope = ResultScope.next()
    topics.scopeChanged()
  }

  /// False: it was so already.
  @discardableResult
  func use(_ layers: SettingLayers) -> Bool {
    guard shown.use(layers) else { return false }
    renewScope()
    topics.named(TopicDescription.settings.name)?.changed()
    return true
  }

  func use(_ stored: StoredProfile, lock: PINLock?) {
    ageLimit = stored.ageLimit
    self.lock = lock
    lists = ProfileLists(revision: stored.revision, standings: stored.standings)
    renewScope()
    topics.named(TopicDescription.library.name)?.changed()
  }

  /// What became of a change of its lists. Only marks, so the reply goes out before the event.
  func take(_ key: String, _ result: EntryResult) {
    guard lists.take(key, result) else { return }
    renewScope()
    topics.named(TopicDescription.library.name)?.changed()
  }

  /// What an import has changed.
  func take(_ lists: LibraryImported.Lists) {
    switch lists {
    case .changes(let changes):
      var isChanged = false
      for change in changes where self.lists.take(change.key, change.result) { isChanged = true }
      guard isChanged else { return }
    case .all(let revision, let standings):
      self.lists = ProfileLists(revision: revision, standings: standings)
    }
    renewScope()
    topics.named(TopicDescription.library.name)?.changed()
  }

  func noteSearch(_ search: AnsweredSearch) {
    if settings.recordsHistory { history.note(search) }
  }

  /// As the wire shows it to this profile.
  func marked(_ titles: [Title]) -> [Title] { lists.isEmpty ? titles : titles.map(marked) }

  func marked(_ title: Title) -> Title {
    guard let standing = lists.standings[title.key] else { return title }
    var title = title
    title.standing = standing
    return title
  }
}
