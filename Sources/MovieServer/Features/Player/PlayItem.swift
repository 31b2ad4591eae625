import MovieProtocol

/// An item to play.
struct PlayItem: Equatable, Sendable {
  let key: TitleKey
  let title: String
  let video: PlayerState.VideoChoice
  /// A URL, or the absolute path of a file of ours.
  let url: String
  /// mpv calls yt-dlp to find the video.
  let needsDownloader: Bool
}
