/// What the player is doing.
///
///     {"state":"playing","key":"movie/438631","title":"Dune","video":"trailer",
///      "url":"https://www.youtube.com/watch?v=n9xhJrPXop4","position":41.5,"duration":147.0,"volume":80,"error":null}
package struct PlayerState: Sendable, Equatable {
  package enum Stage: String, JSONScalar, CaseIterable { case stopped, loading, playing, paused, failed }
  package enum VideoChoice: String, JSONScalar, CaseIterable { case trailer, preview, download }

  package var stage = Stage.stopped
  /// Of the current or last played title.
  package var key: TitleKey?
  package var title: String?
  package var video: VideoChoice?
  package var url: String?
  /// Seconds.
  package var position: Double?
  package var duration: Double?
  /// 0 to 100, or more if the user's player allows it; nil: no player has reported it.
  package var volume: Int?
  /// Why it failed.
  package var fault: Failure?

  package init() {}

  /// The player has something loaded that commands can act on.
  package var isLoaded: Bool { stage == .loading || stage == .playing || stage == .paused }

  /// For a reader who is not told of the title: of a video that has ended nothing is left.
  package var withoutTitle: PlayerState {
    var state = PlayerState()
    state.volume = volume
    if isLoaded { (state.stage, state.position, state.duration) = (stage, position, duration) }
    return state
  }
}

extension PlayerState: JSONObject {
  package static let shape = Shape<Self>("PlayerState") {
    Member("state", \.stage, "What the player is doing.")
    Member("key", \.key, "Key of the present or last title.")
    Member("title", \.title, "Name of that title.")
    Member("video", \.video, "Which of its videos.")
    Member("url", \.url, "Address of the video.")
    Member("position", \.position, "Seconds from the beginning.")
    Member("duration", \.duration, "Seconds; null if unknown.")
    Member("volume", \.volume, "0 to 100; null before the first player.")
    Member("error", \.fault, "Why it failed; null: it did not.")
  }
}
