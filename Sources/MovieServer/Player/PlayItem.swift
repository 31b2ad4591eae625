import MovieProtocol

/// What is to be played.
struct PlayItem: Equatable, Sendable {
  let key: String
  let title: String
  let what: PlayerState.What
  /// An address, or the absolute path of a file of ours.
  let url: String
  /// mpv asks yt-dlp where the video is.
  let needsDownloader: Bool
}
