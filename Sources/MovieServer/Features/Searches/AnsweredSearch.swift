import EventLoop

/// A search that was answered, and how often since it was last saved. It is stored with its cached result, so
/// that recording it again only increments a count.
@LoopActor
final class AnsweredSearch: ResultListener {
  private let history: SearchHistory
  let term: String
  let totalResults: Int
  var count = 0
  /// Larger than that of searches recorded before it.
  var order: UInt64 = 0

  init(_ term: String, totalResults: Int, in history: SearchHistory) {
    (self.term, self.totalResults, self.history) = (term, totalResults, history)
  }

  func resultIsSent() {
    if history.profile.settings.recordsSearches { history.record(self) }
  }
}
