import EventLoop

/// A search that was answered, with how often since it was last written down. It stays with its kept result, so
/// that noting it once more is a count.
@LoopActor
final class AnsweredSearch {
  let term: String
  let totalResults: Int
  var count = 0
  /// Larger than that of what was noted before it.
  var order: UInt64 = 0

  init(term: String, totalResults: Int) {
    (self.term, self.totalResults) = (term, totalResults)
  }
}
