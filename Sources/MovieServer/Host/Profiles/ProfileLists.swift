import MovieProtocol
import MovieStore

/// A profile's lists in memory: enough for `user_state` in every title and for the topic. A value without I/O.
struct ProfileLists {
  /// A title that changed, with the library's revision of its last change.
  struct Change: Equatable {
    let key: TitleKey
    let revision: Int
  }

  /// If there are more changes, the event tells clients to read the lists again.
  static let maxChanges = 100

  private(set) var revision = 0
  /// By key; titles on no list are absent.
  private(set) var userStates: [TitleKey: Title.UserState] = [:]
  private(set) var watchlist = 0
  private(set) var unwatched = 0
  private(set) var favorites = 0
  /// The last ones, oldest first, each key once.
  private var changes: [Change] = []
  /// `changes` is complete after this revision.
  private var changesBegin = 0

  init() {}

  init(revision: Int, userStates: [TitleKey: Title.UserState]) {
    self.revision = revision
    self.userStates = userStates
    changesBegin = revision
    for userState in userStates.values { count(userState, 1) }
  }

  var isEmpty: Bool { userStates.isEmpty }

  /// Returns false if nothing changed, or if a later change is already known.
  mutating func apply(_ key: TitleKey, _ result: EntryResult) -> Bool {
    guard result.isChanged, result.revision > revision else { return false }
    revision = result.revision
    if let before = userStates[key] { count(before, -1) }
    count(result.userState, 1)
    userStates[key] = result.userState == Title.UserState() ? nil : result.userState
    changes.removeAll { $0.key == key }
    changes.append(Change(key: key, revision: revision))
    if changes.count > Self.maxChanges { changesBegin = changes.removeFirst().revision }
    return true
  }

  /// The changes after `revision`, oldest first; nil: more than are stored.
  func changes(after revision: Int) -> [Change]? {
    guard revision >= changesBegin else { return nil }
    return changes.filter { $0.revision > revision }
  }

  private mutating func count(_ userState: Title.UserState, _ step: Int) {
    if userState.isOnWatchlist {
      watchlist += step
      if !userState.isWatched { unwatched += step }
    }
    if userState.isFavorite { favorites += step }
  }

  /// The state of topic `library`.
  ///
  /// - Parameters:
  ///   - changes: nil: the lists have to be read again.
  ///   - userState: of a title, by its key.
  func encoded(_ changes: [Change]?, _ userState: (TitleKey) -> Title.UserState) -> [UInt8] {
    LibraryTopicState.shape.encode(
      (watchlist, unwatched, favorites, changes?.map { ($0.key, userState($0.key), $0.revision) }))
  }
}
