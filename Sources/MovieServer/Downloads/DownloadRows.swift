import EventLoop
import MovieProtocol
import MovieStore

/// The rows of the downloads in the library. One change after the other: no row is ever written that is older than
/// the one there.
@LoopActor
final class DownloadRows {
  let turnstile = AsyncMutex()
  private let library: LibraryAccess
  private var saving: Task<Void, Never>?

  init(_ library: LibraryAccess) { self.library = library }

  /// Reads the library where that has not been possible before.
  func load() async throws(LibraryError) { try await library.load() }

  func write(_ rows: [StoredDownload], details: [String: TitleDetail] = [:]) async throws(LibraryError) {
    try await library.ask { library throws(LibraryError) in try await library.save(rows, details: details) }
  }

  func remove(_ key: String) async throws(LibraryError) {
    try await library.ask { library throws(LibraryError) in try await library.removeDownload(key) }
  }

  /// Writes down what has become of the work, soon, and all of it that comes until then.
  func saveSoon(_ downloads: Downloads) {
    guard saving == nil, !downloads.queue.unsaved.isEmpty else { return }
    saving = LoopTask.start {
      let isSaved = await self.turnstile.pass { await self.save(downloads) }
      self.saving = nil
      if isSaved { self.saveSoon(downloads) }
    }
  }

  /// All that can be written is; the last call.
  func settle(_ downloads: Downloads) async {
    await saving?.value
    _ = await turnstile.pass { await save(downloads) }
  }

  /// False: it could not be; the log says why. It is tried again with the next change.
  private func save(_ downloads: Downloads) async -> Bool {
    let rows = downloads.queue.takeUnsaved()
    guard !rows.isEmpty else { return true }
    do throws(LibraryError) {
      try await write(rows)
      return true
    } catch {
      for row in rows where downloads.queue.stored(row.key) != nil {
        downloads.queue.unsaved.insert(row.key)
      }
      return false
    }
  }
}
