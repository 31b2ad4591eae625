import Glibc
import JSONRPC
package import MovieProtocol

/// Stops the daemon and waits until its process is gone: by request, or by signals if it does not respond.
package enum DaemonStop {
  package struct Ended: Equatable, Sendable {
    package let pid: CInt
    /// It neither answered nor reacted to SIGTERM.
    package let wasKilled: Bool
  }

  /// How long it may take to answer. A daemon that works at all answers in milliseconds.
  private static let patience: Duration = .seconds(3)
  /// How long a killed one may take, whose threads need the processor once more. One that waits for a disk may
  /// take for ever.
  private static let killPatience: Duration = .seconds(15)

  /// - Parameter reason: what its followers are told.
  /// - Returns: nil when none was running.
  package static func stop(
    _ options: ConnectionOptions, _ deadline: Deadline, _ reason: ServerState.Reason = .shutdown
  ) throws(CommandError) -> Ended? {
    let path = try Environment.socketPath(option: options.socket)
    switch try query(path, deadline, reason) {
    case .notListening:
      // Its socket may be gone while the daemon still runs.
      guard let holder = LockHolder.serving(path) else { return nil }
      return try signal(holder.pid, within: holder.endsWithin, deadline)
    case .ending(let pid, let endsWithin, let connection):
      if try isGone(pid, within: endsWithin, deadline, connection) {
        return Ended(pid: pid ?? 0, wasKilled: false)
      }
      guard let pid else { throw unknown(path) }
      return try signal(pid, within: endsWithin, deadline)
    case .silent(let pid, let endsWithin):
      guard let pid else { throw unknown(path) }
      return try signal(pid, within: endsWithin, deadline)
    }
  }

  private enum Answer {
    /// Nothing listens there.
    case notListening
    case ending(pid: CInt?, endsWithin: Duration, Connection)
    /// It does not answer, or accepts no more connections.
    case silent(pid: CInt?, endsWithin: Duration)
  }

  private static func query(
    _ path: String, _ deadline: Deadline, _ reason: ServerState.Reason
  ) throws(CommandError) -> Answer {
    let patience = deadline.within(patience)
    let holder = LockHolder(lock: path + SocketStamp.lockSuffix)
    let endsWithin = holder?.endsWithin ?? LockHolder.usualEnd
    var pid = holder?.pid
    do throws(CommandError) {
      guard let connection = try Connection.open(path: path, patience) else { return .notListening }
      // The pid in the lock is preferred: systemd may have opened the socket, and then the peer is systemd.
      if pid == nil, let peer = connection.peerPID, ProcessLiveness.name(of: peer) == Version.server {
        pid = peer
      }
      var caller = RPCClient(connection, patience)
      // A daemon that has reached its maximum of connections answers with an error.
      guard case .result = try caller.call("hello", params: nil).answer else {
        return .silent(pid: pid, endsWithin: endsWithin)
      }
      var request = MethodParams(ShutdownMethod.method.name)
      request.add(ShutdownMethod.reason.name, reason.rawValue)
      _ = try caller.result(request)
      return .ending(pid: pid, endsWithin: endsWithin, connection)
    } catch {
      guard error.status == .timedOut, !deadline.hasPassed else { throw error }
      return .silent(pid: pid, endsWithin: endsWithin)
    }
  }

  /// Sends SIGTERM, and SIGKILL once a daemon that reacts would have ended: everything it has acknowledged is
  /// on disk by then.
  private static func signal(
    _ pid: CInt, within duration: Duration, _ deadline: Deadline
  ) throws(CommandError) -> Ended {
    for (number, wait) in [(SIGTERM, duration), (SIGKILL, killPatience)] {
      guard kill(pid, number) == 0 || errno == ESRCH else {
        throw CommandError(.failed, "the daemon (pid \(pid)) cannot be stopped: \(LibC.message(errno))")
      }
      if try isGone(pid, within: wait, deadline) { return Ended(pid: pid, wasKilled: number == SIGKILL) }
    }
    throw CommandError(
      .failed, "the daemon (pid \(pid)) was killed, but does not end",
      hint: "it waits in the kernel, for a disk for example: see dmesg")
  }

  /// - Parameter pid: nil if unknown: then the end of the connection must do.
  private static func isGone(
    _ pid: CInt?, within duration: Duration, _ deadline: Deadline, _ connection: Connection? = nil
  ) throws(CommandError) -> Bool {
    let patience = deadline.within(duration)
    do throws(CommandError) {
      // The connection ends shortly before its process.
      while try connection?.line(patience) != nil {}
    } catch {
      guard error.status == .timedOut, !deadline.hasPassed else { throw error }
      return false
    }
    while let pid, !ProcessLiveness.isGone(pid) {
      guard !deadline.hasPassed else { throw deadline.failure }
      guard !patience.hasPassed else { return false }
      Wait.pause(milliseconds: 10)
    }
    return true
  }

  private static func unknown(_ path: String) -> CommandError {
    CommandError(
      .failed, "the program that listens at \(path) does not end, and its process is unknown",
      hint: "fuser \(ShellWord.quoted(path)) shows its pid")
  }
}

/// Whether a process that is not our child still runs.
package enum ProcessLiveness {
  package static func isGone(_ pid: CInt) -> Bool {
    if kill(pid, 0) != 0 { return errno == ESRCH }
    // A parent that does not reap its children leaves them as zombies, which a signal still finds. While
    // other threads of a killed process end, its sockets are open and the kernel accepts connections for it.
    guard let fields = fields(pid), fields.count > 17 else { return false }
    return fields[0] == "Z" && (fields[17] == "1" || fields[17] == "0")
  }

  /// The kernel's name of the process, at most 15 bytes.
  static func name(of pid: CInt) -> String? {
    guard let line = LibC.beginning(of: "/proc/\(pid)/comm", 64), line.count > 1 else { return nil }
    return String(decoding: line.dropLast(), as: UTF8.self)
  }

  /// The fields of [/proc/PID/stat](https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html) from the
  /// third on: the state first, the number of threads as the eighteenth.
  private static func fields(_ pid: CInt) -> [Substring]? {
    guard let bytes = LibC.beginning(of: "/proc/\(pid)/stat", 512),
      // The preceding name is in parentheses and may itself contain some.
      let end = bytes.lastIndex(of: UInt8(ascii: ")"))
    else { return nil }
    return String(decoding: bytes[end...].dropFirst(2), as: UTF8.self).split(separator: " ")
  }
}
