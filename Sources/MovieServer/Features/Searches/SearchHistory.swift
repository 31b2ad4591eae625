import EventLoop
import MovieProtocol
import MovieStore

/// The searches of a profile on their way into the library.
///
/// A search is recorded when it is answered, even from the cache, so recording must cost next to nothing: it
/// is counted here, and written soon after in one transaction, at most once a second. A write that fails, as
/// while another program locks the library, is retried after longer and longer pauses.
@LoopActor
final class SearchHistory {
  /// The newest 20; nil while they are unknown.
  private(set) var newest: [SearchTerm]?

  private static let interval: Duration = .seconds(1)
  /// More than a second of typing can produce; beyond it the oldest are dropped.
  private static let maxPending = 256
  /// After this many failures in a row, some twelve minutes, the next search or request tries again.
  private static let maxRetries = 16

  /// Called when ``newest`` changes.
  var onChange: (@LoopActor () -> Void)?
  /// Called when searches were written, or removed.
  var onWrite: (@LoopActor () -> Void)?
  /// How many searches are stored.
  var maxTerms: Int
  let profile: Profile
  private let library: LibraryAccess
  private var pending: [AnsweredSearch] = []
  /// Taken from `pending` for a write that has not succeeded yet.
  private var unwritten: [SearchTerm] = []
  private var failures = 0
  private var order: UInt64 = 0
  private var lastWritten = Timestamp.epoch
  private var writing: Task<Void, Never>?
  private let timer = LoopTimer()

  init(of profile: Profile, _ library: LibraryAccess, maxTerms: Int) {
    self.profile = profile
    self.library = library
    self.maxTerms = maxTerms
  }

  func record(_ search: AnsweredSearch) {
    if search.count == 0 {
      pending.append(search)
      if pending.count > Self.maxPending { pending.removeFirst().count = 0 }
    }
    search.count &+= 1
    order &+= 1
    search.order = order
    if writing == nil, !timer.isActive {
      // The first one at the end of this turn, later ones after a pause.
      timer.start(after: .zero) { self.write() }
    }
  }

  /// When this returns, all recorded searches are in the library, or cannot be written now.
  func flush() async {
    // It may have begun before the newest were recorded.
    guard await hasWritten() else { return }
    write()
    _ = await hasWritten()
  }

  /// False: the disk does not respond.
  private func hasWritten() async -> Bool {
    guard let writing else { return true }
    guard library.isChanging else { return false }
    return await EventLoop.value(within: library.readLimit) { await writing.value } != nil
  }

  /// The searches in the library, including those just recorded.
  ///
  /// - Parameter rows: from 0, the newest first.
  func terms(
    in rows: Range<Int>
  ) async throws(LibraryError) -> (terms: [SearchTerm], total: Int, newest: Int64) {
    await flush()
    return try await library.read { [name = profile.name] library throws(LibraryError) in
      try await library.history(of: name, rows: rows)
    }
  }

  /// - Parameter term: nil: all of them.
  func forget(_ term: String?) async throws(LibraryError) -> Bool {
    await flush()
    let (isChanged, newest) = try await library.perform {
      [name = profile.name] library throws(LibraryError) in
      try await library.forget(term, profile: name)
    }
    unwritten.removeAll { term == nil || Library.folded($0.term) == term.map(Library.folded) }
    if isChanged {
      load(newest)
      onWrite?()
    }
    return isChanged
  }

  /// ``newest`` is known, and includes all recorded searches.
  var isCurrent: Bool { newest != nil && writing == nil && pending.isEmpty }

  /// Returns when ``newest`` is known.
  func loaded() async throws(LibraryError) {
    await flush()
    guard newest == nil else { return }
    let terms = try await terms(in: 0..<20).terms
    if newest == nil { newest = terms }
  }

  /// Writes all recorded searches; the last call.
  func end() async {
    await flush()
    timer.close()
  }

  /// The profile is deleted, and with it what was recorded; the last call.
  func discard() {
    (pending, unwritten) = ([], [])
    timer.close()
  }

  private func write() {
    guard writing == nil else { return }
    applyPending()
    guard !unwritten.isEmpty else { return }
    // As that of all changes, see `Session.run`.
    writing = LoopTask.start(priority: .medium) {
      do {
        try await self.library.change {
          let newest = try await self.library.perform(self.record)
          self.failures = 0
          self.load(newest)
          self.onWrite?()
        }
      } catch {
        self.failures += 1
      }
      self.writing = nil
      self.scheduleWrite()
    }
  }

  /// Each try writes the searches present at that time: some may have been removed since the one before.
  private func record(_ library: Library) async throws(LibraryError) -> [SearchTerm] {
    let terms = unwritten
    let newest = try await library.record(terms, profile: profile.name, maximum: maxTerms)
    unwritten.removeFirst(min(terms.count, unwritten.count))
    return newest
  }

  /// No two have the same time, so that they keep their order.
  private func applyPending() {
    guard !pending.isEmpty else { return }
    lastWritten = max(.now, lastWritten + .milliseconds(pending.count))
    let sorted = pending.sorted { $0.order < $1.order }
    pending = []
    for (index, search) in sorted.enumerated() {
      unwritten.append(
        SearchTerm(
          term: search.term, at: lastWritten - .milliseconds(sorted.count - 1 - index), count: search.count,
          totalResults: search.totalResults))
      search.count = 0
    }
    unwritten.removeFirst(max(0, unwritten.count - Self.maxPending))
  }

  /// No two writes within the interval, and no timer if there is nothing to write.
  private func scheduleWrite() {
    guard !timer.isActive else { return }
    timer.start(after: Self.interval * (1 << min(failures, 6))) {
      if !self.pending.isEmpty || self.failures <= Self.maxRetries { self.write() }
    }
  }

  /// - Parameter newest: the newest 20 that are now in the library.
  func load(_ newest: [SearchTerm]) {
    self.newest = newest
    onChange?()
  }
}
