import EventLoop
import JSONRPC
import MovieProtocol

/// Counts the memory held for clients: output they have not read, and input that is not handled yet. If the
/// total exceeds `write_total_bytes`, the connection that holds most is closed.
@LoopActor
final class BufferedMemory {
  /// This much memory held, buffers that were freed, or this many connections, is a burst, after which memory is
  /// worth giving back.
  private static let burstBytes = 1 << 18
  private static let burstConnections = 100
  /// It is over when less than this is held and fewer are open.
  private static let quietBytes = 1 << 20
  private static let quietConnections = 50
  private static let restBeforeTrim: Duration = .seconds(1)

  private(set) var bytes = 0
  /// How many times memory was given back.
  private(set) var timesGivenBack = 0
  private unowned let server: Server
  /// Nil: memory was given back since.
  private var lastBurst: LoopInstant?
  private let timer = LoopTimer()

  init(_ server: Server) { self.server = server }

  /// Counts what `session` holds now. Not while its framer hands out messages.
  func count(_ session: Session) {
    guard !session.isClosed else { return }
    let held = session.heldBytes
    bytes += held - session.held.bytes
    session.held.bytes = held
    if bytes > server.limits.writeTotalBytes { makeRoom() }
    check()
  }

  func recordConnection() {
    if server.sessions.count > Self.burstConnections { lastBurst = EventLoop.now }
  }

  func remove(_ session: Session) {
    bytes -= session.held.bytes
    session.held.bytes = 0
    check()
  }

  func close() { timer.close() }

  private func makeRoom() {
    while bytes > server.limits.writeTotalBytes,
      let largest = server.sessions.max(by: { $0.held.bytes < $1.held.bytes }), largest.held.bytes > 0
    {
      largest.close(because: "largest backlog when limits.write_total_bytes was reached")
    }
  }

  /// Starts a timer only after a burst, and once: an idle daemon does not wake up.
  private func check() {
    if bytes > Self.burstBytes || EventLoop.hasFreedBuffers {
      lastBurst = EventLoop.now
      EventLoop.keepFreeMemory()
    }
    guard lastBurst != nil, !timer.isActive, bytes < Self.quietBytes,
      server.sessions.count < Self.quietConnections, !server.isStopping
    else { return }
    timer.start(after: Self.restBeforeTrim) { self.trim() }
  }

  private func trim() {
    guard let end = lastBurst.map({ $0 + Self.restBeforeTrim }) else { return }
    // Not while it works.
    guard end <= EventLoop.now else { return timer.start(at: end) { self.trim() } }
    lastBurst = nil
    timesGivenBack += 1
    LoopTask.start { await EventLoop.giveMemoryBack() }
  }
}

/// What ``BufferedMemory`` has counted for one connection.
struct CountedMemory: Sendable {
  fileprivate(set) var bytes = 0
}

extension Session {
  fileprivate var heldBytes: Int {
    stream.waitingBytes + framer.bufferedBytes + life.waitingBytes + requests.bytes
      + batches.bytes
  }
}
