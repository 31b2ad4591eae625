/// The arguments of the downloader, and the parser of its progress. It is yt-dlp, or accepts the same
/// arguments: https://github.com/yt-dlp/yt-dlp#usage-and-options
struct ExternalDownloaderArguments: Equatable, Sendable {
  /// The program and the arguments from the configuration.
  let command: [String]
  let url: String
  /// The folder in which it may create files; it contains no others.
  let workshop: String
  let maxBytes: Int

  private static let mark = "movierpc"

  /// The URL comes last and after `--`, so that it is never taken for an option.
  var words: [String] {
    command + [
      "--no-playlist", "--no-simulate", "--newline", "--progress", "--color", "never",
      "--max-filesize", String(maxBytes), "--progress-template",
      "download:\(Self.mark) %(progress.downloaded_bytes)s %(progress.total_bytes)s "
        + "%(progress.total_bytes_estimate)s",
      "--output", workshop + "/file.%(ext)s", "--", url,
    ]
  }

  /// The video is not there, or not for this country: yt-dlp's words for YouTube's.
  static func indicatesAbsence(_ words: String) -> Bool {
    [
      "Video unavailable", "Private video", "video is private", "video is unavailable",
      "video is not available", "available in your country", "has been removed", "no longer available",
      "has been terminated",
    ].contains { words.contains($0) }
  }

  /// Whether its last words are a message of the system about an unreachable server. Its exit status is 1 for
  /// all failures.
  static func indicatesOutage(_ words: String) -> Bool {
    [
      "Temporary failure in name resolution", "Name or service not known", "Network is unreachable",
      "No route to host", "timed out",
    ].contains { words.contains($0) }
  }

  struct Progress: Equatable, Sendable {
    var bytes: Int64
    /// Nil: the downloader does not know.
    var total: Int64?

    /// Nil for a line that is not about progress: `movierpc 1024 NA 5000.5`
    init?(_ line: String) {
      let words = line.split(separator: " ")
      guard words.count == 4, words[0] == ExternalDownloaderArguments.mark, let bytes = Self.number(words[1])
      else {
        return nil
      }
      self.bytes = bytes
      total = Self.number(words[2]) ?? Self.number(words[3])
    }

    private static func number(_ word: Substring) -> Int64? {
      guard let number = Double(word), number >= 0, number < 1e15 else { return nil }
      return Int64(number)
    }
  }
}

/// Progress over all files that make one: yt-dlp fetches video and audio one after the other.
struct ExternalDownloaderProgress: Equatable, Sendable {
  private var before: Int64 = 0
  private var last: ExternalDownloaderArguments.Progress?

  /// The bytes fetched, and the expected total as far as is known.
  mutating func add(_ progress: ExternalDownloaderArguments.Progress) -> (bytes: Int64, total: Int64?) {
    if let last, progress.bytes < last.bytes { before &+= last.total ?? last.bytes }
    last = progress
    return (before &+ progress.bytes, progress.total.map { max(before &+ $0, before &+ progress.bytes) })
  }
}
