import EventLoop
import Logging

/// Keeps the daemon reachable at its socket. A daemon that no client can reach and that still holds the
/// library would keep every other from starting.
///
/// If the socket's file is gone, as after a logout that emptied the runtime folder, it is made again, even if
/// a service manager made the old one; if that fails, the daemon ends.
@LoopActor
final class SocketKeeper {
  private(set) var instanceLock: InstanceLock
  private let server: Server
  private var watch: PathWatch?

  init(_ instanceLock: InstanceLock, _ server: Server) throws(UVError) {
    self.instanceLock = instanceLock
    self.server = server
    try server.listen(
      descriptor: instanceLock.socket.descriptor, isHandedOver: instanceLock.socket.isHandedOver)
    do {
      watch = try PathWatch { [weak self] in self?.check() }
    } catch {
      server.logger.warning("socket not watched: \(error)")
    }
  }

  /// Call when the server's end callbacks are set: the socket's file may already be gone.
  func begin() {
    check()
    // A mount is reported only to a loop that is already waiting, so the first turn is followed by another
    // check.
    LoopTask.start {
      await EventLoop.offload {}
      self.check()
    }
  }

  func close() {
    watch?.close()
    watch = nil
  }

  private func check() {
    // A program that removes each new file at once must not block the loop.
    for _ in 0..<8 where !server.isStopping {
      // Watched first, so that later changes cause an event.
      watch?.watch(instanceLock.socket.path)
      guard !instanceLock.socket.isAtItsPath else { return }
      guard makeAgain() else { return server.stop() }
    }
  }

  private func makeAgain() -> Bool {
    let path: Logger.Metadata = ["socket": "\(instanceLock.socket.path)"]
    do {
      try server.listen(descriptor: try instanceLock.renew())
      server.logger.warning("socket was removed; created again", metadata: path)
      return true
    } catch {
      server.logger.error("exiting: socket was removed and cannot be created again: \(error)", metadata: path)
      return false
    }
  }
}
