import EventLoop
import MovieProtocol

extension TopicSource {
  /// The titles of a profile's watchlist that come out today.
  @LoopActor static func releases() -> TopicSource {
    let live = LiveResult(LiveReleases())
    var source = TopicSource(.releases, live)
    source.setObserved = { isObserved in
      let watch = live.reader?.server.calendarWatch
      if !isObserved { watch?.remove(live) }
      live.setObserved(isObserved)
      guard isObserved else { return }
      watch?.add(live)
      // Changes since `load` loaded the rows were not reported.
      live.resultsChanged()
    }
    return source
  }
}
