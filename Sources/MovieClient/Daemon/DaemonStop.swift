#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif
import JSONRPC
import MovieProtocol

/// Asks the daemon to end and waits until its process is gone.
package enum DaemonStop {
  /// What a daemon may take beyond its drain time.
  private static let grace = 1000

  /// - Returns: the pid of the daemon that ended, or nil when none ran.
  package static func stop(_ options: ConnectionOptions, _ deadline: Deadline) throws(Failure) -> CInt? {
    guard let connection = try Daemon.connectIfRunning(options, deadline) else { return nil }
    var caller = Caller(connection)
    // Asked before the end, when there still is somebody to ask. systemd may have opened the socket, so the
    // pid the kernel tells is only the second choice.
    let status = tree(try caller.call("status", params: nil, deadline).answer)
    // One that has as many connections as it takes does not listen to words.
    if status == nil, let pid = connection.peerPID, ProcessLife.name(of: pid) == Version.server {
      kill(pid, SIGTERM)
      try waitForEnd(of: pid, drain: Limits().drainMilliseconds, deadline)
      return pid
    }
    let hello = tree(try caller.call("hello", params: nil, deadline).answer)
    let pid = (status?["pid"]?.intValue).map { CInt(clamping: $0) } ?? connection.peerPID
    _ = try caller.result("shutdown", deadline)
    try waitForEnd(
      of: pid, drain: hello?["limits"]?["drain_ms"]?.intValue ?? Limits().drainMilliseconds, deadline,
      connection)
    return pid ?? 0
  }

  private static func waitForEnd(
    of pid: CInt?, drain: Int, _ deadline: Deadline, _ connection: Connection? = nil
  ) throws(Failure) {
    let patience = deadline.within(milliseconds: UInt64(clamping: drain) + UInt64(grace))
    do throws(Failure) {
      // The connection ends a little before its process.
      while try connection?.line(patience) != nil {}
      while let pid, !ProcessLife.isGone(pid) {
        guard !patience.hasPassed else { throw patience.failure }
        Wait.pause(milliseconds: 10)
      }
    } catch {
      guard error.status == .timedOut, !deadline.hasPassed else { throw error }
      throw Failure(
        .failed, "the daemon (pid \(pid ?? 0)) has not ended after \((drain + grace) / 1000) s",
        hint: "its log: \(Environment.logPath())")
    }
  }

  private static func tree(_ answer: Caller.Answer) -> JSONValue? {
    guard case .result(let bytes) = answer else { return nil }
    return try? JSONValue(parsing: bytes.span)
  }
}
