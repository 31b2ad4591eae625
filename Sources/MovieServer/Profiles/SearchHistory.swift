import EventLoop
import MovieProtocol
import MovieStore

/// The searches of a profile on their way into the library.
///
/// A search is noted where it is answered, also where that is a copy of kept bytes, so a note must cost next to
/// nothing: it is counted here, and written soon after in one go, at most once a second.
@LoopActor
final class SearchHistory {
  /// The newest 20; nil while they are not known.
  private(set) var newest: [HistoryTerm]?

  private static let interval: UInt64 = 1000
  /// More than could wait for a second of typing; beyond it the oldest are not kept.
  private static let maximumPending = 256

  /// Called when ``newest`` is another.
  var onChange: (@LoopActor () -> Void)?
  /// Searches that are kept.
  var maximum: Int
  /// Whose it is.
  var profile: String
  private let library: LibraryAccess
  private var pending: [AnsweredSearch] = []
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
      if pending.count > Self.maximumPending { pending.removeFirst().count = 0 }
    }
    search.count &+= 1
    order &+= 1
    search.order = order
    if writing == nil, timer == nil { writeSoon() }
  }

  /// All that was noted is in the library when this returns, or cannot be.
  func settle() async {
    while writing != nil || !pending.isEmpty {
      if writing == nil { write() }
      await writing?.value
    }
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
    guard writing == nil, !pending.isEmpty else { return }
    let terms = takePending()
    writing = LoopTask.start { [profile, library, maximum] in
      let newest = try? await library.ask { library throws(LibraryError) in
        try await library.record(terms, profile: profile, maximum: maximum)
      }
      if let newest { self.take(newest) }
      self.writing = nil
      self.rest()
    }
  }

  /// No two have the same moment, so that they keep their order.
  private func takePending() -> [HistoryTerm] {
    lastWritten = max(Timestamp.milliseconds(), lastWritten &+ Int64(pending.count))
    let sorted = pending.sorted { $0.order < $1.order }
    pending = []
    return sorted.enumerated().map { index, search in
      defer { search.count = 0 }
      return HistoryTerm(
        term: search.term, at: lastWritten - Int64(sorted.count - 1 - index), count: search.count,
        totalResults: search.totalResults)
    }
  }

  /// No two writes within the interval, and no timer where nothing is searched.
  private func rest() {
    guard timer == nil else { return }
    let timer = LoopTimer()
    self.timer = timer
    timer.start(after: Self.interval) {
      self.timer = nil
      timer.close()
      self.write()
    }
  }

  /// - Parameter newest: the newest 20 that are in the library now.
  func take(_ newest: [HistoryTerm]) {
    self.newest = newest
    onChange?()
  }
}
