import MovieProtocol
import MovieStore

// Requests of clients. Each returns the actions to perform at once; `next` then returns the jobs that may
// start.
extension DownloadQueue {
  /// Loads the library's downloads, at the start.
  mutating func take(_ stored: [StoredDownload]) {
    for download in stored where !download.isDeleted && entries[download.key] == nil {
      entries[download.key] = Entry(stored: download)
      order.append(download.key)
    }
  }

  /// Whether a download of that key may be added.
  func hasRoom(for key: String) -> Bool { entries[key] != nil || entries.count < bounds.titles }

  /// Adds a title, perhaps again: assets it does not have are added, and those that failed, were absent or
  /// whose files are gone are fetched.
  ///
  /// - Parameters:
  ///   - wanted: the download as it would be if it were new.
  ///   - missing: the assets whose files are gone.
  mutating func add(_ wanted: StoredDownload, missing: Set<Kind> = []) {
    unsaved.insert(wanted.key)
    guard var entry = entries[wanted.key] else {
      entries[wanted.key] = Entry(stored: wanted)
      order.append(wanted.key)
      return
    }
    entry.stored.title = wanted.title
    entry.stored.imdbID = wanted.imdbID
    entry.stored.language = wanted.language
    entry.stored.region = wanted.region
    for asset in wanted.assets {
      guard let index = entry.stored.assets.firstIndex(where: { $0.kind == asset.kind }) else {
        entry.stored.assets.append(asset)
        continue
      }
      let state = entry.stored.assets[index].state
      if state == .queued || state == .done && asset.kind != .detail && !missing.contains(asset.kind) {
        continue
      }
      var asset = asset
      asset.tries = entry.stored.assets[index].tries
      asset.restarts = entry.stored.assets[index].restarts
      entry.stored.assets[index] = asset
      entry.efforts[asset.kind] = nil
    }
    let order = Kind.allCases
    entry.stored.assets.sort { (order.firstIndex(of: $0.kind) ?? 0) < (order.firstIndex(of: $1.kind) ?? 0) }
    entries[wanted.key] = entry
  }

  /// Pauses a download, if there is anything to pause.
  mutating func pause(_ key: String) -> [Action] {
    guard var entry = entries[key], !entry.stored.isPaused, entry.isUnfinished else { return [] }
    entry.stored.isPaused = true
    entries[key] = entry
    unsaved.insert(key)
    return stop(key)
  }

  /// Continues what is paused, and tries again what failed.
  mutating func resume(_ key: String) {
    guard var entry = entries[key] else { return }
    endOutages(of: entry)
    let failed = entry.stored.assets.indices.filter { entry.stored.assets[$0].state == .failed }
    guard entry.stored.isPaused || !failed.isEmpty || !entry.efforts.isEmpty else { return }
    entry.stored.isPaused = false
    for index in failed {
      entry.stored.assets[index].state = .queued
      entry.stored.assets[index].finishedAt = nil
    }
    // Assets that wait for another try are tried at once.
    entry.efforts = [:]
    entries[key] = entry
    unsaved.insert(key)
  }

  mutating func remove(_ key: String) -> [Action] {
    let actions = stop(key)
    entries[key] = nil
    order.removeAll { $0 == key }
    unsaved.remove(key)
    return actions
  }

  /// Stops all running work; no more is started.
  mutating func stopAll() -> [Action] {
    bounds.atOnce = 0
    return running.values.map(\.job.key).flatMap { stop($0) }
  }

  private mutating func stop(_ key: String) -> [Action] {
    guard let (number, one) = running(key), !one.isStopping else { return [] }
    running[number]?.isStopping = true
    return [.stop(number)]
  }
}

extension DownloadQueue.Entry {
  var isUnfinished: Bool { stored.assets.contains { $0.state == .queued } }
}
