import MovieProtocol

extension Video {
  /// A video of YouTube by its ID; nil for an invalid ID: it becomes part of URLs, and of a player's
  /// arguments.
  init?(youtube id: String, name: String, type: Kind) {
    guard id.utf8.count == 11, id.utf8.allSatisfy(Self.isOfYouTubeID) else { return nil }
    self.init(name: name, type: type, site: "youtube", url: "https://www.youtube.com/watch?v=\(id)")
    (videoID, embedURL) = (id, "https://www.youtube.com/embed/\(id)")
    thumbnailURL = "https://i.ytimg.com/vi/\(id)/hqdefault.jpg"
  }

  /// `[A-Za-z0-9_-]`
  private static func isOfYouTubeID(_ byte: UInt8) -> Bool {
    PercentEncoding.isUnreserved(byte) && byte != UInt8(ascii: ".") && byte != UInt8(ascii: "~")
  }
}
