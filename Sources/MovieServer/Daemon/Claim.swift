import Glibc
import MovieProtocol

/// What makes this process the one daemon: the lock beside the socket, the lock in the data folder, then the
/// socket.
///
/// In that order. With the first lock held, a socket file that nobody answers on is stale for certain and may
/// be taken over; the second keeps two daemons with different sockets from sharing a library. Both last as
/// long as the process.
struct Claim: Sendable {
  let socket: BoundSocket
  let socketLock: FileLock
  /// Nil where the folder cannot be written: the library there is read and not changed.
  let dataLock: FileLock?

  init(_ daemon: Daemon) throws(Daemon.Failure) {
    do {
      let handed = try ListenDescriptors.take(environment: Daemon.environment)
      let path =
        handed?.path ?? SocketPath.resolve(option: daemon.options.socket, environment: Daemon.environment)
      // By the path, not by who named it: a client that starts us names the usual place too.
      let usual = SocketPath.resolve(option: nil) { $0 == "MOVIERPC_SOCKET" ? nil : Daemon.environment($0) }
      let place = SocketPlace(path: path, isExplicit: path != usual)
      let owner = "pid \(getpid()), socket \(AbsolutePath.of(path))"
      if handed == nil { try place.prepareFolder() }
      socketLock = try Self.lockSocket(place, owner)
      let data = daemon.configuration.dataFolder ?? daemon.folders.data
      dataLock = try Self.makeWhereWritable(data) ? Self.lockData(data, owner) : nil
      socket = try handed.map { BoundSocket(handedOver: $0.descriptor, path: path) } ?? place.bind()
    } catch let failure as Daemon.Failure {
      throw failure
    } catch {
      throw Daemon.Failure("\(error)")
    }
  }

  /// Who holds it may be binding this moment, and then serves a client that waits for us as well; or is
  /// ending, and then we come after it, before there is a loop to hold up. A client waits 3 s for us.
  private static func lockSocket(_ place: SocketPlace, _ owner: String) throws -> FileLock {
    var holder = ""
    for _ in 0..<125 {
      switch try FileLock.take(place.lockPath, saying: owner) {
      case .taken(let lock): return lock
      case .heldBy(let other): holder = other
      }
      if place.isAlive() {
        throw Daemon.Failure("movierpcd is running already: \(holder)", isServedAlready: true)
      }
      usleep(20_000)
    }
    throw Daemon.Failure("movierpcd is running already, but takes no connection: \(holder)")
  }

  /// A daemon that ends lets go of one lock after the other.
  private static func lockData(_ folder: String, _ owner: String) throws -> FileLock? {
    var holder = ""
    for _ in 0..<25 {
      switch try takeWhereWritable(folder, owner) {
      case .taken(let lock)?: return lock
      case .heldBy(let other)?: holder = other
      case nil: return nil
      }
      usleep(20_000)
    }
    throw Daemon.Failure("another movierpcd uses the library in \(folder): \(holder)")
  }

  /// False where the folder is not there and cannot be made.
  private static func makeWhereWritable(_ folder: String) throws(SystemError) -> Bool {
    do {
      try Folders.make(folder)
      return true
    } catch {
      guard isRefusal(error.code) else { throw error }
      return false
    }
  }

  /// Nil where nothing can be written to the folder. Another lock that cannot be had is somebody else's.
  private static func takeWhereWritable(
    _ folder: String, _ owner: String
  ) throws(SystemError) -> FileLock.Outcome? {
    do {
      return try FileLock.take(folder + "/lock", saying: owner)
    } catch {
      guard isRefusal(error.code), access(folder, W_OK) != 0 else { throw error }
      return nil
    }
  }

  private static func isRefusal(_ code: CInt) -> Bool { [EACCES, EPERM, EROFS].contains(code) }
}
