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
  }

  private nonisolated static let kinds = ["movie_ids", "tv_series_ids"]
  /// Each day's is there from 8:00 UTC; yesterday's is where today's is not, and the day before's for sure.
  private static let days = 3
  private static let maxBytes = 1 << 30
  private static let timeout: Duration = .seconds(6 * 3600)

  private let folder: String
  private let client = HTTPClient(HTTPConfiguration(userAgent: "movierpc/\(Version.program)"))
  private var address = ""
  /// The time. A test may replace it.
  var now: @LoopActor () -> Timestamp = { .now }

  init(folder: String) { self.folder = folder }

  /// Takes effect with the next request.
  func use(address: String, proxy: String?) {
    self.address = address
    client.configuration.proxy = proxy
  }

  /// - Returns: nil if there is none after `day`.
  func fetch(newerThan day: String?, _ run: CatalogueImports.Run) async throws(RPCError) -> Export? {
    let folder = folder
    let failure = await EventLoop.offload { () -> SystemError? in
      do throws(SystemError) { try DurableFile.makeFolder(folder) } catch { return error }
      return nil
    }
    if let failure { throw RPCError(.storageError, "\(failure)", hint: "check the cache folder") }
    let today = Day(days: Int(now().seconds / 86_400))
    for age in 0..<Self.days {
      let tried = today.advanced(by: -age)
      if let day, tried.text <= day { return nil }
      if let files = try await files(of: tried, run) { return Export(day: tried.text, files: files) }
    }
    throw RPCError(
      .upstreamUnavailable, "TMDB has no export of the last \(Self.days) days", hint: "try again tomorrow",
      details: [
        JSONMember("source", "tmdb"), JSONMember("reason", "upstream_error"),
        JSONMember("retry_after_ms", .null),
      ])
  }

  /// Removes what was fetched.
  func remove() async {
    let folder = folder
    await EventLoop.offload {
      for name in DurableFile.names(in: folder, followsLink: false)
      where Self.kinds.contains(where: name.hasPrefix) {
        unlink("\(folder)/\(name)")
      }
      rmdir(folder)
    }
  }

  /// - Returns: nil if that day's are not there.
  private func files(of day: Day, _ run: CatalogueImports.Run) async throws(RPCError)
    -> [CatalogueImportFile]?
  {
    var files: [CatalogueImportFile] = []
    for kind in Self.kinds {
      let name = "\(kind)_\(day.text.suffix(5).replacing("-", with: "_"))_\(day.text.prefix(4)).json.gz"
      guard try await fetch(name, run) else { return nil }
      files.append(try await open("\(folder)/\(name)"))
    }
    return files
  }

  private func open(_ path: String) async throws(RPCError) -> CatalogueImportFile {
    do throws(ImportError) {
      return try await .open(path)
    } catch {
      throw RPCError(.storageError, "\(path) \(error.reason)", hint: error.hint)
    }
  }

  /// - Returns: false if there is no such export.
  private func fetch(_ name: String, _ run: CatalogueImports.Run) async throws(RPCError) -> Bool {
    let path = "\(folder)/\(name)"
    if await EventLoop.offload({ access(path, F_OK) == 0 }) { return true }
    var request = HTTPRequest("\(address)/\(name)", headers: [HTTPHeader("Accept-Encoding", "identity")])
    request.destination = .file(path, resume: true)
    (request.maxBytes, request.timeout) = (Self.maxBytes, Self.timeout)
    // From here on a cancel ends the transfer.
    if run.progress.isCancelled { throw .cancelled(by: .cancel) }
    let (sent, client) = (request, client)
    let sending = LoopTask.start { () -> Result<HTTPResponse, any Error> in
      do {
        return .success(try await client.send(sent))
      } catch {
        return .failure(error)
      }
    }
    run.onCancel = { sending.cancel() }
    defer { run.onCancel = nil }
    switch await sending.value {
    case .success(let response) where response.isFile: return true
    case .success(let response) where [403, 404].contains(response.status): return false
    case .success(let response):
      throw .unfetched("\(name): the server returned status \(response.status)")
    case .failure(is CancellationError): throw .cancelled(by: .cancel)
    case .failure(let error as HTTPError) where error.kind == .file:
      throw RPCError(
        .storageError, error.detail, hint: "free space on the disk of the cache folder, then try again")
    case .failure(let error): throw .unfetched("\(error)")
    }
  }
}

extension RPCError {
  static func unfetched(_ words: String) -> RPCError {
    RPCError(
      .upstreamUnavailable, "TMDB's export could not be fetched: \(words)",
      hint: "movierpc catalogue update continues where it stopped",
      details: [
        JSONMember("source", "tmdb"), JSONMember("reason", "network"), JSONMember("retry_after_ms", .null),
      ])
  }
}
