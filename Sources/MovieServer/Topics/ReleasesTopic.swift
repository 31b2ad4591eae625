import EventLoop
import MovieProtocol

extension TopicSource {
  /// The titles of a profile's watchlist that come out today.
  ///
  /// - Parameter changed: called when these have changed.
  @LoopActor static func releases(changed: @escaping @LoopActor () -> Void) -> TopicSource {
    let live = LiveResult(LiveReleases(changed: changed))
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
