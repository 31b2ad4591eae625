import EventLoop
import MovieProtocol
import MovieSources

extension Downloads: StoredVideos {
  /// The path of a video that `videos` returns.
  func path(of video: Video, _ key: TitleKey) -> String? {
    video.site == "file" ? file(key, video.type == .preview ? .preview : .trailer)?.path : nil
  }

  /// The downloaded videos of a title, best first.
  func videos(of key: TitleKey, _ title: String) async throws(LaneError) -> [Video] {
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
    // A file may have been removed by someone else.
    let paths = videos.map(\.path)
    let isThere = try await folder.lane.ask(paths.joined(separator: "\n")) {
      paths.map { DownloadFolder.size($0) != nil }
    }
    return zip(videos, isThere).filter(\.1).map(\.0.video)
  }
}
