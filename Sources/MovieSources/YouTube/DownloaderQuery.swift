import JSONRPC
import MovieProtocol

/// The arguments with which the downloader searches, and what it prints.
enum DownloaderQuery {
  static let maxHits = 5
  /// Longer names are of no use in a search, and each program has a limit.
  private static let maxLength = 200

  /// One line for each video that was found, without a look at the video itself. A template in place of
  /// `--dump-json`: the descriptions would make lines of any length. The words come last and after `--`, so
  /// that they are never taken for an option.
  static func arguments(_ command: [String], _ words: String) -> [String] {
    command + [
      "--flat-playlist", "--simulate", "--no-warnings", "--socket-timeout", "5", "--print",
      #"{"id":%(id)j,"title":%(title)j}"#, "--", "ytsearch\(maxHits):\(words.prefix(maxLength))",
    ]
  }

  static func isHit(_ line: String) -> Bool {
    guard line.utf8.first == UInt8(ascii: "{"), let json = try? JSONValue(parsing: line) else { return false }
    return Video(downloaderHit: json) != nil
  }
}

extension Endpoint where Answer == [Video] {
  /// A search of YouTube by the downloader: see ``DownloaderSearch``.
  static func downloaderSearch(_ words: String) -> Endpoint {
    Endpoint(.youtube, "/search", [QueryItem("q", words)], kind: .detail) { body throws(UndecodableAnswer) in
      guard let hits = try JSONValue(upstream: body).arrayValue else {
        throw UndecodableAnswer("the answer is not a list of videos")
      }
      return hits.prefix(DownloaderQuery.maxHits).compactMap(Video.init(downloaderHit:))
    }
  }
}

extension Video {
  /// Nil for an ID from which no link can be made, such as that of a channel.
  fileprivate init?(downloaderHit hit: JSONValue) {
    guard let id = hit["id"]?.stringValue, let name = hit.text("title", max: 300) else { return nil }
    self.init(youtube: id, name: name, type: .trailer)
  }
}
