import EventLoop

/// A search that was answered, and how often since it was last saved. It is stored with its cached result, so
/// that recording it again only increments a count.
@LoopActor
final class AnsweredSearch {
  let term: String
  let totalResults: Int
  var count = 0
  /// Larger than that of searches recorded before it.
  var order: UInt64 = 0

  init(term: String, totalResults: Int) {
    (self.term, self.totalResults) = (term, totalResults)
  }
}
