import EventLoop
import Logging

/// Keeps the daemon where clients look for it. A daemon that serves nobody and still has the library would
/// keep every other from starting.
///
/// Where the socket's file is gone, as after a logout that emptied the runtime folder, it is made again, also
/// in place of a service manager's; and where that cannot be, the daemon ends.
@LoopActor
final class SocketKeeper {
  private(set) var claim: InstanceLock
  private let server: Server
  private var watch: PathWatch?

  init(_ claim: InstanceLock, _ server: Server) throws(UVError) {
    self.claim = claim
    self.server = server
    try server.listen(descriptor: claim.socket.descriptor, isHandedOver: claim.socket.isHandedOver)
    do {
      watch = try PathWatch { [weak self] in self?.look() }
    } catch {
      server.logger.warning("the socket's file is not watched: \(error)")
    }
  }

  /// To be called when the server knows what its end is: the socket's file may be gone already.
  func begin() {
    look()
    // A mount is told only to a loop that waits already, so the first turn is followed by another look.
    LoopTask.start {
      await EventLoop.offload {}
      self.look()
    }
  }

  func close() {
    watch?.close()
    watch = nil
  }

  private func look() {
    // Something that removes each new file at once may not hold the loop.
    for _ in 0..<8 where !server.isStopping {
      // Watched first: what becomes of it later is an event.
      watch?.watch(claim.socket.path)
      guard !claim.socket.isAtItsPath else { return }
      guard makeAgain() else { return server.stop() }
    }
  }

  private func makeAgain() -> Bool {
    let path: Logger.Metadata = ["socket": "\(claim.socket.path)"]
    do {
      try server.listen(descriptor: try claim.renew())
      server.logger.warning("the socket's file was gone and is there again", metadata: path)
      return true
    } catch {
      server.logger.error("ends: the socket's file is gone and cannot be made: \(error)", metadata: path)
      return false
    }
  }
}
