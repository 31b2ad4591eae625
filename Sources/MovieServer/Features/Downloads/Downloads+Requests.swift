import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources
import MovieStore

// Requests of clients: stored in the library first, then performed, then answered. One at a time, in the
// order of their arrival.
extension Downloads {
  /// - Parameter wanted: the download as it would be if it were new, with the detail it was made from.
  func add(_ wanted: StoredDownload, _ found: FoundDetail) async throws -> Download {
    let missing = try await missingFiles(wanted)
    let added = try await change(found) {
      guard queue.hasRoom(for: wanted.key) else {
        throw RPCError.limitExceeded(
          "downloads", max: queue.limits.downloads, got: queue.limits.downloads + 1,
          Advice(.removeDownloads, .setting("limits.downloads")))
      }
      return [wanted.key]
    } how: { queue, _ in
      queue.add(wanted, missing: missing)
      return []
    }
    guard let download = added.first else { throw RPCError.noDownload(wanted.key) }
    return download
  }

  func pause(_ key: TitleKey?) async throws -> [Download] {
    try await change {
      try keys(key)
    } how: {
      $0.pause($1)
    }
  }

  func resume(_ key: TitleKey?) async throws -> [Download] {
    try await change {
      try keys(key)
    } how: { queue, key in
      queue.resume(key)
      return []
    }
  }

  /// Returns when its files are gone.
  func delete(_ key: TitleKey) async throws -> Download {
    try await loaded()
    return try await rows.mutex.withLock {
      guard let key = queue.find(key), let last = download(key), var row = queue.stored(key) else {
        throw RPCError.noDownload(key)
      }
      row.isDeleted = true
      do {
        try await mark(row)
      } catch {
        changed(key)
        throw error
      }
      await halt(key)
      let fault = await finishDeleting(key)
      // In the same turn as the answer, which therefore precedes the event.
      apply([key]) { $0.remove($1) }
      if let fault {
        throw RPCError(
          .storageError, .downloadFilesRemain("\(fault)"), Advice(.nextStartRemoves))
      }
      return last
    }
  }

  /// Marks the row as deleted. A full disk has no room for that until the files are gone, and the user may be
  /// deleting to make this room.
  private func mark(_ row: StoredDownload) async throws {
    do throws(LibraryError) {
      return try await rows.write([row])
    } catch {
      guard error.code == .full else { throw error }
    }
    await halt(row.key)
    let folder = folder
    // Files that cannot be removed are reported when the rest is removed.
    try? await folder.lane.call { try? folder.remove(row.key) }
    do throws(LibraryError) {
      try await rows.write([row])
    } catch {
      lose(row.key)
      throw RPCError(
        .storageError, .downloadRemains("\(error)"), Advice(.freeSpaceThenRemove))
    }
  }

  func loaded() async throws {
    guard !isLoaded else { return }
    try await rows.load()
  }

  /// - Parameters:
  ///   - which: returns the keys to change, when its turn comes.
  ///   - how: applied to a copy first, which is stored, and then to the queue.
  private func change(
    _ found: FoundDetail? = nil, _ which: @LoopActor () throws -> [TitleKey],
    how: @LoopActor (inout DownloadQueue, TitleKey) -> [DownloadQueue.Action]
  ) async throws -> [Download] {
    try await loaded()
    return try await rows.mutex.withLock {
      let keys = try which()
      for key in keys { await removeLeftOver(key) }
      var copy = queue
      _ = copy.takeUnsaved()
      for key in keys { _ = how(&copy, key) }
      let unsaved = copy.takeUnsaved()
      let details = found.map { [$0.detail.title.key: $0.detail] } ?? [:]
      if !unsaved.isEmpty {
        try await rows.write(unsaved, details: details, factsAt: found?.factsAt)
      }
      apply(keys, stored: unsaved, how)
      if !details.isEmpty { onStateChange?() }
      return keys.compactMap(download)
    }
  }

  private func keys(_ key: TitleKey?) throws(RPCError) -> [TitleKey] {
    guard let key else { return queue.order }
    guard let found = queue.find(key) else { throw RPCError.noDownload(key) }
    return [found]
  }

  /// Finished assets whose files were removed by someone else.
  private func missingFiles(_ wanted: StoredDownload) async throws(LaneError) -> Set<Kind> {
    let done = (queue.stored(wanted.key)?.assets ?? []).filter { $0.state == .done && $0.kind != .detail }
    guard !done.isEmpty else { return [] }
    let files = done.map { (kind: $0.kind, path: folder.file(wanted.key, $0.kind)) }
    return try await folder.lane.call {
      Set(files.filter { DownloadFolder.size($0.path) == nil }.map(\.kind))
    }
  }
}

extension RPCError {
  static func noDownload(_ key: TitleKey) -> RPCError {
    RPCError(
      .notFound, .noDownload(key.text), .seeDownloads, details: ["resource": "download"])
  }
}
