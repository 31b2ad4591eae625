import EventLoop
import MovieProtocol
import MovieSources

/// What has videos of titles on the disk.
@LoopActor
protocol StoredVideos: AnyObject {
  /// Those of a title, best first.
  func videos(of key: TitleKey, _ title: String) async throws -> [Video]
  /// The file of one of them; nil: it is none of these.
  func path(of video: Video, _ key: TitleKey) -> String?
}

extension FoundVideos {
  /// Inserts each before the others of its type.
  mutating func add(_ stored: [Video], _ types: [Video.Kind]) {
    for video in stored.reversed() where types.contains(video.type) {
      // The position of the next type: the order of the types is that of the protocol.
      let place = video.type == .trailer ? 0 : videos.firstIndex { $0.type == .preview || $0.type == .search }
      videos.insert(video, at: place ?? videos.endIndex)
    }
  }
}
