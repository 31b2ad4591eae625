import EventLoop
import MovieProtocol
import MovieSources
import MovieStore

// The downloads as the rest of the daemon sees them.
extension Downloads {
  func download(_ key: TitleKey) -> Download? {
    queue.download(key, at: EventLoop.now) { folder.file(key, $0) }
  }

  /// The state of topic `downloads`.
  ///
  /// - Parameter keys: of the downloads that its reader is told of, in their order.
  func state(of keys: [TitleKey]) -> DownloadsState {
    var state = DownloadsState()
    for (place, key) in keys.enumerated() {
      guard let download = download(key) else { continue }
      state.count(download)
      if place < DownloadsState.maxItems { state.items.append(download) }
    }
    return state
  }

  /// A finished asset: its file and content type.
  func file(_ key: TitleKey, _ kind: Kind) -> (path: String, contentType: String?)? {
    guard let asset = queue.stored(key)?.assets.first(where: { $0.kind == kind && $0.state == .done }),
      kind != .detail
    else { return nil }
    return (folder.file(key, kind), asset.contentType)
  }

  /// The file of a finished picture, by its path at upstream.
  func picture(_ path: ImagePath) -> String? {
    for key in queue.order {
      let assets = queue.stored(key)?.assets ?? []
      for asset in assets where asset.kind.isPicture && asset.state == .done && asset.source == path.text {
        return folder.file(key, asset.kind)
      }
    }
    return nil
  }
}
