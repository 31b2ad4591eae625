import MovieProtocol
import MovieStore

// The downloads as clients see them.
extension DownloadQueue {
  func state(_ key: String) -> Download.State? { entries[key].map { state(of: $0) } }

  private func state(of entry: Entry) -> Download.State {
    let stored = entry.stored
    if let (_, one) = running(stored.key), !one.isStopping { return .active }
    if entry.isUnfinished { return stored.isPaused ? .paused : .queued }
    return stored.assets.contains { $0.state == .failed } ? .failed : .done
  }

  /// - Parameter file: the path of a complete asset.
  func download(_ key: String, at now: UInt64, file: (Kind) -> String) -> Download? {
    guard let entry = entries[key] else { return nil }
    let (stored, state) = (entry.stored, state(of: entry))
    let active = state == .active ? running(key)?.1.job.kind : nil
    let isFinished = state == .done || state == .failed
    return Download(
      key: key, title: stored.title, mediaType: stored.mediaType, state: state,
      rate: state == .active ? entry.meter.rate(at: now) : 0,
      tries: stored.assets.map(\.tries).max() ?? 0, restarts: stored.assets.reduce(0) { $0 + $1.restarts },
      assets: stored.assets.map { asset in
        Download.Asset(
          kind: asset.kind, state: wire(asset, isActive: asset.kind == active, stored.isPaused),
          file: asset.state == .done && asset.kind != .detail ? file(asset.kind) : nil, bytes: asset.bytes,
          totalBytes: asset.totalBytes, contentType: asset.contentType)
      },
      fault: (stored.assets.first { $0.state == .failed && $0.fault != nil }
        ?? stored.assets.first { $0.fault != nil })?.fault,
      createdAt: stored.createdAt,
      finishedAt: isFinished ? stored.assets.compactMap(\.finishedAt).max() : nil)
  }

  private func wire(
    _ asset: StoredDownload.Asset, isActive: Bool, _ isPaused: Bool
  ) -> Download.Asset.State {
    switch asset.state {
    case .queued: isActive ? .active : isPaused ? .paused : .queued
    case .done: .done
    case .failed: .failed
    case .absent: .absent
    }
  }

  /// Keys of unfinished downloads, in the order of the queue, then of finished ones, the last one first.
  func sorted(_ wanted: Download.State? = nil) -> [String] {
    var (open, finished): ([String], [(key: String, at: Int64, place: Int)]) = ([], [])
    for (place, key) in order.enumerated() {
      guard let entry = entries[key] else { continue }
      let state = state(of: entry)
      if let wanted, state != wanted { continue }
      if state == .done || state == .failed {
        finished.append((key, entry.stored.assets.compactMap(\.finishedAt).max() ?? 0, place))
      } else {
        open.append(key)
      }
    }
    return open + finished.sorted { ($1.at, $1.place) < ($0.at, $0.place) }.map(\.key)
  }
}
