import EventLoop
import MovieProtocol
import MovieStore

/// The searches of a profile on their way into the library.
///
/// A search is noted where it is answered, also where that is a copy of kept bytes, so a note must cost next to
/// nothing: it is counted here, and written soon after in one go, at most once a second. What cannot be written,
/// as while another program locks the library, is tried again after longer and longer pauses.
@LoopActor
final class SearchHistory {
  /// The newest 20; nil while they are not known.
  private(set) var newest: [HistoryTerm]?

  private static let interval: UInt64 = 1000
  /// More than could wait for a second of typing; beyond it the oldest are not kept.
  private static let maxPending = 256
  /// After so many failures in a row, some twelve minutes, the next search or question tries again.
  private static let maxRetries = 16

  /// Called when ``newest`` is another.
  var onChange: (@LoopActor () -> Void)?
  /// Searches that are kept.
  var maximum: Int
  /// Whose it is.
  var profile: String
  private let library: LibraryAccess
  private var pending: [AnsweredSearch] = []
  /// Taken from those for a write that has not succeeded yet.
  private var unwritten: [HistoryTerm] = []
  private var failures = 0
  private var order: UInt64 = 0
  private var lastWritten: Int64 = 0
  private var writing: Task<Void, Never>?
  private var timer: LoopTimer?

  init(profile: String, _ library: LibraryAccess, maximum: Int) {
    self.profile = profile
    self.library = library
    self.maximum = maximum
  }

  func note(_ search: AnsweredSearch) {
    if search.count == 0 {
      pending.append(search)
      if pending.count > Self.maxPending { pending.removeFirst().count = 0 }
    }
    search.count &+= 1
    order &+= 1
    search.order = order
    if writing == nil, timer == nil { writeSoon() }
  }

  /// All that was noted is in the library when this returns, or cannot be now.
  func settle() async {
    // It may have begun before the newest were noted.
    await writing?.value
    write()
    await writing?.value
  }

  /// Those in the library, with what was noted before.
  func terms(limit: Int) async throws(LibraryError) -> [HistoryTerm] {
    await settle()
    return try await library.ask { [profile] library throws(LibraryError) in
      try await library.history(of: profile, limit: limit)
    }
  }

  /// - Parameter term: nil: all of them.
  func forget(_ term: String?) async throws(LibraryError) -> Bool {
    await settle()
    let (isChanged, newest) = try await library.ask { [profile] library throws(LibraryError) in
      try await library.forget(term, profile: profile)
    }
    unwritten.removeAll { term == nil || Library.folded($0.term) == term.map(Library.folded) }
    if isChanged { take(newest) }
    return isChanged
  }

  /// ``newest`` is known, and has all that was noted.
  var isCurrent: Bool { newest != nil && writing == nil && pending.isEmpty }

  /// Returns when it is.
  func known() async throws(LibraryError) {
    await settle()
    guard newest == nil else { return }
    let terms = try await terms(limit: 20)
    if newest == nil { newest = terms }
  }

  /// What was noted is written; the last call.
  func end() async {
    await settle()
    timer?.close()
    timer = nil
  }

  private func writeSoon() {
    let timer = LoopTimer()
    self.timer = timer
    // The first one at the end of this turn, what comes meanwhile a while later.
    timer.start(after: 0) {
      self.timer = nil
      timer.close()
      self.write()
    }
  }

  private func write() {
    guard writing == nil else { return }
    takePending()
    guard !unwritten.isEmpty else { return }
    writing = LoopTask.start {
      do throws(LibraryError) {
        let newest = try await self.library.ask(self.record)
        self.failures = 0
        self.take(newest)
      } catch {
        self.failures += 1
      }
      self.writing = nil
      self.rest()
    }
  }

  /// Each try of a write has what is there at its moment: something may have been forgotten since the one before.
  private func record(_ library: Library) async throws(LibraryError) -> [HistoryTerm] {
    let terms = unwritten
    let newest = try await library.record(terms, profile: profile, maximum: maximum)
    unwritten.removeFirst(min(terms.count, unwritten.count))
    return newest
  }

  /// No two have the same moment, so that they keep their order.
  private func takePending() {
    guard !pending.isEmpty else { return }
    lastWritten = max(Timestamp.milliseconds(), lastWritten &+ Int64(pending.count))
    let sorted = pending.sorted { $0.order < $1.order }
    pending = []
    for (index, search) in sorted.enumerated() {
      unwritten.append(
        HistoryTerm(
          term: search.term, at: lastWritten - Int64(sorted.count - 1 - index), count: search.count,
          totalResults: search.totalResults))
      search.count = 0
    }
    unwritten.removeFirst(max(0, unwritten.count - Self.maxPending))
  }

  /// No two writes within the interval, and no timer where there is nothing to write.
  private func rest() {
    guard timer == nil else { return }
    let timer = LoopTimer()
    self.timer = timer
    timer.start(after: Self.interval << UInt64(min(failures, 6))) {
      self.timer = nil
      timer.close()
      if !self.pending.isEmpty || self.failures <= Self.maxRetries { self.write() }
    }
  }

  /// - Parameter newest: the newest 20 that are in the library now.
  func take(_ newest: [HistoryTerm]) {
    self.newest = newest
    onChange?()
  }
}
