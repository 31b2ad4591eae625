import Glibc
import MovieProtocol
import MovieStore

/// The locks that make this process the one daemon: the lock beside the socket, the lock in the data folder,
/// then the socket.
///
/// In that order. With the first lock held, a socket file on which no daemon answers is certainly stale and
/// may be taken over; the second keeps two daemons with different sockets from sharing a library. Both last
/// as long as the process.
struct InstanceLock: Sendable {
  private(set) var socket: BoundSocket
  private var socketLock: FileLock
  /// Nil if the folder cannot be written: its library is then read-only.
  private let dataLock: FileLock?
  var canWriteData: Bool { dataLock != nil }
  private let place: ListenPath
  /// The text of the locks, for people and for `movierpc daemon stop`.
  private let owner: String

  init(_ daemon: Daemon) throws(Daemon.StartError) {
    do {
      let handed = try ListenDescriptors.inherited(environment: Daemon.environment)
      let path =
        handed?.path ?? SocketPath.resolve(option: daemon.options.socket, environment: Daemon.environment)
      // Compares the path, not its source: a client that starts us passes the usual path as an option.
      let usual = SocketPath.resolve(option: nil) { $0 == "MOVIERPC_SOCKET" ? nil : Daemon.environment($0) }
      place = ListenPath(path: path, isExplicit: !path.utf8.elementsEqual(usual.utf8))
      let endsWithin = ShutdownMethod.maxMilliseconds(drain: daemon.configuration.limits.drainMilliseconds)
      owner = "pid \(getpid()), socket \(AbsolutePath.of(path))\nend_ms \(endsWithin)"
      StartTimeout.waits(for: path)
      if handed == nil { try place.prepareFolder() }
      socketLock = try Self.lockSocket(place, owner)
      let data = daemon.configuration.dataFolder ?? daemon.folders.data
      StartTimeout.waits(for: data)
      dataLock = try Self.makeWhereWritable(data) ? Self.lockData(data, owner) : nil
      socket =
        try handed.map { BoundSocket(descriptor: $0.descriptor, path: path, isHandedOver: true) }
        ?? place.bind()
    } catch let failure as Daemon.StartError {
      throw failure
    } catch {
      throw Daemon.StartError("\(error)")
    }
  }

  /// Binds again after the socket's file was removed, perhaps with its folder and the lock.
  ///
  /// - Returns: the new socket's descriptor.
  mutating func renew() throws -> CInt {
    // The daemon has left the folder it was started in.
    let place = ListenPath(path: socket.path, isExplicit: place.isExplicit)
    try place.prepareFolder()
    if !socketLock.isAt(place.lockPath) {
      switch try FileLock.acquire(place.lockPath, saying: owner) {
      case .taken(let lock): socketLock = lock
      case .heldBy(let other):
        throw Daemon.StartError("another movierpcd has taken over the socket: \(other)")
      }
    }
    socket = try place.bind()
    return socket.descriptor
  }

  /// The holder may be binding at this moment, and then also serves a client that waits for us; or it is
  /// ending, and then we follow it, before there is a loop to hold up. A client waits 3 s for us.
  private static func lockSocket(_ place: ListenPath, _ owner: String) throws -> FileLock {
    var holder = ""
    for _ in 0..<125 {
      switch try FileLock.acquire(place.lockPath, saying: owner) {
      case .taken(let lock): return lock
      case .heldBy(let other): holder = other
      }
      if place.isAlive() {
        throw Daemon.StartError("movierpcd is running already: \(holder)", isServedAlready: true)
      }
      usleep(20_000)
    }
    throw Daemon.StartError("movierpcd is running already, but accepts no connections: \(holder)")
  }

  /// A daemon that ends releases one lock after the other.
  private static func lockData(_ folder: String, _ owner: String) throws -> FileLock? {
    var holder = ""
    for _ in 0..<25 {
      switch try acquireWhereWritable(folder, owner) {
      case .taken(let lock)?: return lock
      case .heldBy(let other)?: holder = other
      case nil: return nil
      }
      usleep(20_000)
    }
    throw Daemon.StartError(
      "another movierpcd uses the library in \(folder): \(holder)" + Self.remedy(holder))
  }

  /// The holder's socket is at the end of its line.
  private static func remedy(_ holder: String) -> String {
    guard let mark = holder.firstRange(of: ", socket ") else { return "" }
    return "; stop it with movierpc --socket \(holder[mark.upperBound...]) daemon stop"
  }

  /// False if the folder does not exist and cannot be made.
  private static func makeWhereWritable(_ folder: String) throws(SystemError) -> Bool {
    do {
      try Folders.make(folder)
      return true
    } catch {
      guard isRefusal(error.code) else { throw error }
      return false
    }
  }

  /// Nil if the folder is not writable. If it is, a lock that cannot be opened belongs to another user, and
  /// is an error.
  private static func acquireWhereWritable(
    _ folder: String, _ owner: String
  ) throws(SystemError) -> FileLock.Outcome? {
    do {
      return try FileLock.acquire(folder + "/lock", saying: owner)
    } catch {
      guard isRefusal(error.code), access(folder, W_OK) != 0 else { throw error }
      return nil
    }
  }

  private static func isRefusal(_ code: CInt) -> Bool { [EACCES, EPERM, EROFS].contains(code) }
}
