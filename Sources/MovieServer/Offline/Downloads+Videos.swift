import EventLoop
import MovieProtocol
import MovieSources

extension Downloads {
  /// Of one of those that `videos` tells.
  func path(of video: Video, _ key: String) -> String? {
    video.site == "file" ? file(key, video.type == .preview ? .preview : .trailer)?.path : nil
  }

  /// What is kept of a title and can be watched, best first.
  func videos(of key: String, _ title: String) async -> [Video] {
    var videos: [(video: Video, path: String)] = []
    for (kind, type) in [(Kind.trailer, Video.Kind.trailer), (.preview, .preview)] {
      guard let file = file(key, kind) else { continue }
      let name = type == .trailer ? "Trailer" : "Preview"
      videos.append(
        (
          Video(
            name: "\(name) of \(title)", type: type, site: "file",
            url: "file://" + PercentEncoding.encode(path: file.path), isDirect: true), file.path
        ))
    }
    guard !videos.isEmpty else { return [] }
    // Somebody may have removed it.
    let paths = videos.map(\.path)
    let isThere = await EventLoop.offload { paths.map { DownloadFolder.size($0) != nil } }
    return zip(videos, isThere).filter(\.1).map(\.0.video)
  }
}

extension FoundVideos {
  /// In front of those of their type.
  mutating func add(_ kept: [Video], _ types: [Video.Kind]) {
    for video in kept.reversed() where types.contains(video.type) {
      // What comes after: the order of the types is that of the contract.
      let place = video.type == .trailer ? 0 : videos.firstIndex { $0.type == .preview || $0.type == .search }
      videos.insert(video, at: place ?? videos.endIndex)
    }
  }
}
