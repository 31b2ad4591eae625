import EventLoop
import HTTPClient
import JSONRPC
import MovieProtocol

/// Searches YouTube with the program of `downloads.command`: yt-dlp, or one that accepts the same arguments
/// (https://github.com/yt-dlp/yt-dlp#usage-and-options).
///
/// It is a ``Transport``, so that its answers are cached, shared, limited and cancelled as those of YouTube's
/// API are.
@LoopActor
final class DownloaderSearch: Transport {
  /// What the URLs of requests begin with.
  nonisolated static let address = "downloads.command:"
  /// Far more than five videos take.
  private static let maxBytes = 256 << 10

  /// Each run costs a process and about a second of a processor.
  nonisolated static let bounds = RateLimiter.Bounds(perSecond: 1, burst: 5, atOnce: 2)

  /// The program and the arguments from the configuration; [] for none.
  var command: [String] = []
  /// `NAME=value`
  var environment: [String] = []
  private let timeout: Duration

  /// - Parameter timeout: after that it is killed.
  init(timeout: Duration) { self.timeout = timeout }

  /// - Throws: `UpstreamError`, without the words searched for; `CancellationError`.
  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let query = request.url.dropFirst(Self.address.count)
    guard !command.isEmpty, let words = PercentDecoding.decode(query.drop { $0 != "=" }.dropFirst()) else {
      throw Self.failure("it is not set")
    }
    let run = ProgramRun(patience: .zero)
    var (hits, isOverflowing, isLate) = ([String](), false, false)
    let timer = LoopTimer()
    defer { timer.close() }
    let exit: ChildProcess.Exit
    do throws(UVError) {
      let output = try ChildOutput(maxBytes: Self.maxBytes) { line in
        if hits.count < DownloaderQuery.maxHits, DownloaderQuery.isHit(line) { hits.append(line) }
      } onOverflow: {
        isOverflowing = true
        run.end()
      }
      timer.start(after: timeout) {
        isLate = true
        run.end()
      }
      // Where it may not write, whatever its own configuration says.
      exit = try await run.exit(
        of: DownloaderQuery.arguments(command, words), environment: environment, directory: "/",
        output: output)
    } catch {
      throw Self.failure("\(error)")
    }
    try Task.checkCancellation()
    if isLate { throw Self.failure("it did not answer within \(timeout)", .timeout) }
    if isOverflowing { throw Self.failure("it wrote more than \(Self.maxBytes) bytes") }
    guard exit == .init(status: 0, signal: 0) else {
      throw Self.failure(
        exit.signal == 0 ? "it ended with status \(exit.status)" : "signal \(exit.signal) ended it")
    }
    // YouTube always finds something: it could not be searched, or the program is another one.
    guard !hits.isEmpty else { throw Self.failure("it named no video") }
    return HTTPResponse(status: 200, body: Array("[\(hits.joined(separator: ","))]".utf8))
  }

  private static func failure(_ reason: String, _ kind: HTTPError.Kind = .other) -> UpstreamError {
    .transport(HTTPError(kind, host: "downloads.command", reason))
  }
}
