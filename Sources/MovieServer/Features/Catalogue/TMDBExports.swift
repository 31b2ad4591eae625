import EventLoop
import Glibc
import HTTPClient
import JSONRPC
import MovieProtocol
import MovieSources
import MovieStore

/// TMDB's daily exports: the names and popularity of all films and all series, a gzip file each, without a key.
/// https://developer.themoviedb.org/docs/daily-id-exports
@LoopActor
final class TMDBExports {
  /// The newest export that can be had.
  struct Export {
    let day: String
    let files: [CatalogueImportFile]
    /// Until they are imported, so that no other daemon of this cache folder removes them.
    let lock: FolderLock
  }

  /// The kinds of exports, and about how much of the bytes each has, in percent.
  private nonisolated static let kinds = [("movie_ids", 0...85), ("tv_series_ids", 85...100)]
  /// Each day's is there from 8:00 UTC; yesterday's is where today's is not, and the day before's for sure.
  private static let days = 3
  private static let maxBytes = 1 << 30
  private static let timeout: Duration = .seconds(6 * 3600)
  /// How long to wait before a transfer that was cut is continued; twice as long before each further try.
  private static let pause: Duration = .seconds(2)
  private static let maxTries = 4

  private let folder: String
  private let lane = BlockingLane("the cache folder")
  private let client = HTTPClient(
    HTTPConfiguration(userAgent: "movierpc/\(Version.program)", maxConnections: 2))
  private var address = ""
  /// The time. A test may replace it.
  var now: @LoopActor () -> Timestamp = { .now }
  /// Ends early if its task is cancelled. A test may replace it.
  var sleep: @LoopActor (Duration) async -> Void = { try? await EventLoop.sleep(for: $0) }

  init(folder: String) { self.folder = folder }

  /// Takes effect with the next request.
  func use(address: String, proxy: String?) {
    self.address = address
    client.configuration.proxy = proxy
  }

  /// - Returns: nil if there is none after `day`.
  func fetch(newerThan day: String?, _ run: CatalogueImports.Run) async throws(RPCError) -> Export? {
    let folder = folder
    let today = Day(days: Int(now().seconds / 86_400))
    let days = (0..<Self.days).map { today.advanced(by: -$0) }
    let lock = try await call { () -> Result<FolderLock, RPCError> in
      do throws(SystemError) {
        try DurableFile.makeFolder(folder)
        guard let lock = try FolderLock(folder) else { return .failure(.isFetched(into: folder)) }
        // What is left of earlier days is not continued any more.
        Self.remove(in: folder) { name in !days.contains { name.contains(Self.date($0)) } }
        return .success(lock)
      } catch {
        return .failure(RPCError(.storageError, .storageFailed("\(error)"), Advice(.checkCacheFolder)))
      }
    }.get()
    for tried in days {
      if let day, tried.text <= day { return nil }
      if let files = try await files(of: tried, run) {
        return Export(day: tried.text, files: files, lock: lock)
      }
    }
    throw RPCError.unavailable(
      .tmdb, .upstreamError, .noRecentExport(Self.days), Advice(.tryTomorrow))
  }

  /// Removes what was fetched.
  func remove() async {
    let folder = folder
    try? await lane.call {
      Self.remove(in: folder) { _ in true }
      rmdir(folder)
    }
  }

  private func call<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async throws(RPCError) -> Value
  {
    do throws(LaneError) {
      return try await lane.call(work)
    } catch {
      throw RPCError(error)
    }
  }

  private nonisolated static func remove(in folder: String, where isOld: (String) -> Bool) {
    for name in DurableFile.names(in: folder, followsLink: false)
    where kinds.contains(where: { name.hasPrefix($0.0) }) && isOld(name) {
      unlink("\(folder)/\(name)")
    }
  }

  /// `11_23_2026`
  private nonisolated static func date(_ day: Day) -> String {
    "\(day.text.suffix(5).replacing("-", with: "_"))_\(day.text.prefix(4))"
  }

  /// - Returns: nil if that day's are not there.
  private func files(of day: Day, _ run: CatalogueImports.Run) async throws(RPCError)
    -> [CatalogueImportFile]?
  {
    var files: [CatalogueImportFile] = []
    for (kind, percents) in Self.kinds {
      let name = "\(kind)_\(Self.date(day)).json.gz"
      guard try await fetch(name, run, percents) else { return nil }
      files.append(try await open("\(folder)/\(name)"))
    }
    return files
  }

  private func open(_ path: String) async throws(RPCError) -> CatalogueImportFile {
    do throws(ImportError) {
      return try await .open(path)
    } catch {
      throw RPCError(.storageError, .fileFault(path, error.reason), error.hint.map { Advice($0) })
    }
  }

  /// - Returns: false if there is no such export.
  private func fetch(
    _ name: String, _ run: CatalogueImports.Run, _ percents: ClosedRange<Int>
  ) async throws(RPCError) -> Bool {
    let path = "\(folder)/\(name)"
    if try await call({ access(path, F_OK) == 0 }) { return true }
    var request = HTTPRequest("\(address)/\(name)", headers: [HTTPHeader("Accept-Encoding", "identity")])
    request.destination = .file(path, resume: true)
    request.lane = lane
    (request.maxBytes, request.timeout) = (Self.maxBytes, Self.timeout)
    request.onProgress = { [weak run] bytes, total in
      guard let total, total > 0 else { return }
      let share = Double(min(bytes, total)) / Double(total)
      run?.didFetch(percents.lowerBound + Int(share * Double(percents.count - 1)))
    }
    switch try await response(to: request, run) {
    case .success(let response) where response.isFile: return true
    case .success(let response) where [403, 404].contains(response.status): return false
    case .success(let response):
      throw .unfetched(.exportFileFailed(name, .serverReturned(response.status)), .upstreamError)
    case .failure(is CancellationError): throw .cancelled(by: .cancel)
    case .failure(let error as HTTPError) where error.kind == .file:
      throw RPCError(
        .storageError, .storageFailed(error.detail), Advice(.freeCacheSpace))
    case .failure(let error): throw .unfetched(.words("\(error)"))
    }
  }

  /// A transfer that is cut continues where it stopped.
  private func response(
    to request: HTTPRequest, _ run: CatalogueImports.Run
  ) async throws(RPCError) -> Result<HTTPResponse, any Error> {
    var pause = Self.pause
    var wasCut = false
    defer { run.onCancel = nil }
    for _ in 1..<Self.maxTries {
      let result = try await cancellable(run, client.start(request))
      guard case .failure(let error as HTTPError) = result else { return result }
      // Right after a cut there may be no network for some seconds.
      wasCut = wasCut && error.meansNoNetwork || error.kind == .reset
      guard wasCut else { return result }
      try await cancellable(run, LoopTask.start { [sleep, pause] in await sleep(pause) })
      pause *= 2
    }
    return try await cancellable(run, client.start(request))
  }

  /// The value of a task that a cancel of the run ends.
  @discardableResult
  private func cancellable<Value: Sendable>(
    _ run: CatalogueImports.Run, _ start: @autoclosure () -> Task<Value, Never>
  ) async throws(RPCError) -> Value {
    if run.progress.isCancelled { throw .cancelled(by: .cancel) }
    let task = start()
    run.onCancel = { task.cancel() }
    let value = await task.value
    if run.progress.isCancelled { throw .cancelled(by: .cancel) }
    return value
  }
}

extension HTTPError {
  fileprivate var meansNoNetwork: Bool { [.resolve, .connect, .timeout].contains(kind) }
}

extension RPCError {
  fileprivate static func isFetched(into folder: String) -> RPCError {
    RPCError(
      .conflict, .exportFetchedElsewhere(folder),
      Advice(.otherCacheFolder, .setting(Setting.cacheFolder.name)),
      details: ["state": "importing"])
  }

  static func unfetched(_ words: Message, _ reason: Meta.Reason = .network) -> RPCError {
    unavailable(
      .tmdb, reason, .exportUnfetched(words),
      Advice(.updateLater, .method(CatalogueUpdateMethod.method.name)))
  }
}
