/// Why yt-dlp did not find a video, from what mpv's script logs: yt-dlp's own lines, then one of the script.
/// https://github.com/mpv-player/mpv/blob/master/player/lua/ytdl_hook.lua
enum DownloaderReason: Equatable, Sendable {
  /// In yt-dlp's words.
  case said(String)
  case isMissing
  case unknown

  /// Nil: the lines say nothing about it.
  init?(_ text: String) {
    let lines = text.split(whereSeparator: \.isNewline)
    if let line = lines.last(where: { $0.hasPrefix(Self.mark) }) {
      let words = line.dropFirst(Self.mark.count).split(whereSeparator: \.isWhitespace).joined(separator: " ")
      self = .said(String(words.prefix(Self.maxLength)))
    } else if text.contains("not found or not enough permissions") {
      self = .isMissing
    } else {
      return nil
    }
  }

  /// The end of a sentence.
  var text: String {
    switch self {
    case .said(let words): "yt-dlp: \(words)"
    case .isMissing: "it needs yt-dlp"
    case .unknown: "yt-dlp is missing, or could not find it"
    }
  }

  private static let mark = "ERROR:"
  /// Characters.
  private static let maxLength = 300
}
