import EventLoop
import MovieProtocol
import MovieSources

/// What knows the titles of the people that a profile follows.
@LoopActor
protocol FollowedTitles: AnyObject {
  /// Those that come out within some days, as far as they are known; the others are fetched in the background.
  func titles(
    followedBy profile: String, days: ClosedRange<Day>, _ options: FetchOptions
  ) async throws -> FollowedAnswer
}

struct FollowedAnswer {
  var rows: [(title: Title, day: Day, people: [Person])] = []
  /// People whose titles are still to be fetched.
  var pending = 0
  /// When somebody's titles have to be fetched again.
  var nextDue: Timestamp?
  /// TMDB has told some of them.
  var isOfTMDB = false
}
