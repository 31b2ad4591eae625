import EventLoop
import MovieProtocol
import MovieStore

/// The rows of the downloads in the library. One change at a time: a row is never replaced by an older one.
@LoopActor
final class DownloadStore {
  let mutex = AsyncMutex()
  private let library: LibraryAccess
  private var saving: Task<Void, Never>?

  init(_ library: LibraryAccess) { self.library = library }

  /// Reads the library if that has not succeeded yet.
  func load() async throws(LibraryError) { try await library.load() }

  /// - Parameter factsAt: when TMDB sent `details`; nil: they are not TMDB's.
  func write(
    _ rows: [StoredDownload], details: [TitleKey: TitleDetail] = [:], factsAt: Timestamp? = nil
  ) async throws(LibraryError) {
    try await library.perform { library throws(LibraryError) in
      try await library.save(rows, details: details, factsAt: factsAt)
    }
  }

  func remove(_ key: TitleKey) async throws(LibraryError) {
    try await library.perform { library throws(LibraryError) in try await library.removeDownload(key) }
  }

  /// Saves the results of the work soon, including changes made until then.
  func saveSoon(_ downloads: Downloads) {
    guard saving == nil, downloads.queue.hasUnsaved else { return }
    saving = LoopTask.start {
      let isSaved = await self.mutex.withLock { await downloads.save() }
      self.saving = nil
      if isSaved { self.saveSoon(downloads) }
    }
  }

  /// Saves all that can be saved; the last call.
  func flush(_ downloads: Downloads) async {
    await saving?.value
    _ = await mutex.withLock { await downloads.save() }
  }
}
