import EventLoop
import Glibc
import JSONRPC
import Logging
import MovieProtocol
import MovieServer
import TestSupport

/// A server inside the test process: the real one on the real loop, over socket pairs instead of a listener.
@LoopActor
final class InProcess {
  let server: Server

  private init(_ configuration: Configuration, _ titles: any MovieSource) {
    var logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    logger.logLevel = .critical
    server = Server(configuration: configuration, titles: titles, logger: logger)
  }

  static func make(
    _ configuration: Configuration = Configuration(), titles: (any MovieSource)? = nil
  ) -> InProcess {
    InProcess(
      configuration,
      titles ?? LocalTitles(folder: nil, embedded: true, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
  }

  func connect() throws -> sending LineClient {
    var ends: (CInt, CInt) = (0, 0)
    let status = withUnsafeMutableBytes(of: &ends) { pair in
      socketpair(
        AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0,
        pair.baseAddress?.assumingMemoryBound(to: CInt.self))
    }
    guard status == 0 else { throw LineClient.Fault(description: "socketpair: \(errno)") }
    server.accept(try UnixStream(descriptor: ends.0))
    return LineClient(descriptor: ends.1)
  }
}

/// Titles whose answers come when the test says so.
@LoopActor
final class HeldTitles: MovieSource {
  let count = 0
  let asOf: String? = nil
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var arrivals: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  private(set) var asked = 0

  func search(_ params: SearchParams) async throws -> FoundTitles {
    asked += 1
    for arrival in arrivals where arrival.count <= asked { arrival.continuation.resume() }
    arrivals.removeAll { $0.count <= asked }
    await withCheckedContinuation { waiting.append($0) }
    return FoundTitles(titles: [], total: 0, asOf: nil)
  }

  func untilAsked(_ count: Int) async {
    if asked < count { await withCheckedContinuation { arrivals.append((count, $0)) } }
  }

  func releaseAll() {
    let ready = waiting
    waiting = []
    for continuation in ready { continuation.resume() }
  }
}

/// Titles that have a bug.
@LoopActor
final class FailingTitles: MovieSource {
  struct Bug: Error {}
  let count = 0
  let asOf: String? = nil

  nonisolated init() {}

  func search(_ params: SearchParams) async throws -> FoundTitles { throw Bug() }
}
