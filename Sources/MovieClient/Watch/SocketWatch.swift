import Glibc
import MovieProtocol

/// Reports changes where a daemon's socket is or should be, so that waiting for a daemon costs nothing
/// ([inotify(7)](https://man7.org/linux/man-pages/man7/inotify.7.html)).
///
/// While the folder is missing, the nearest existing folder above it is watched for the next one on the path.
final class SocketWatch {
  let descriptor: CInt
  private let path: String
  /// The watched folder, and the names in it that matter.
  private var folder: CInt = -1
  private var awaited: [String] = []
  private var lock: CInt = -1

  /// - Returns: nil if the kernel gives no watch; a user has 128 of them by default.
  init?(path: String) {
    self.path = path
    descriptor = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    arm()
    guard folder >= 0 else { return nil }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Reads the pending events. Never waits.
  ///
  /// - Returns: true when it may be worth checking the socket.
  func takeChanges() -> Bool {
    var isWorthChecking = false
    withUnsafeTemporaryAllocation(byteCount: Self.room, alignment: MemoryLayout<inotify_event>.alignment) {
      buffer in
      while case let count = read(descriptor, buffer.baseAddress, buffer.count), count > 0 {
        var events = Events(bytes: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        while let event = events.next() { isWorthChecking = isWorthChecking || counts(event) }
      }
    }
    // The folders on the path to the socket may have changed.
    if isWorthChecking { arm() }
    return isWorthChecking
  }

  private func counts(_ event: Events.Event) -> Bool {
    if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { return true }
    // A removed watch may still have events.
    if event.watch == lock { return true }
    // Without a name it is about the folder itself, which is being removed.
    return event.watch == folder && (event.name.isEmpty || awaited.contains(event.name))
  }

  /// Watches the deepest existing folder on the path to the socket.
  private func arm() {
    // A folder created between two steps is found by the next round; a folder that is created and removed all
    // the time cannot keep us here.
    for _ in 0..<8 {
      var place = FileFacts.folder(of: path)
      var names = [Self.name(path), Self.name(path) + SocketStamp.lockSuffix]
      var found = watch(place)
      let isAtSocket = found >= 0
      while found < 0, place != "/", place != "." {
        names = [Self.name(place)]
        place = FileFacts.folder(of: place)
        found = watch(place)
      }
      if folder >= 0, folder != found { inotify_rm_watch(descriptor, folder) }
      folder = found
      awaited = names
      if isAtSocket || access(place + "/" + names[0], F_OK) != 0 { break }
    }
    lock = inotify_add_watch(descriptor, path + SocketStamp.lockSuffix, UInt32(IN_MODIFY))
  }

  private func watch(_ place: String) -> CInt {
    inotify_add_watch(
      descriptor, place, UInt32(IN_CREATE | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR))
  }

  private static func name(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return path }
    return String(path[path.index(after: slash)...])
  }

  private static let room = 4096
}

/// The events in the bytes read from inotify.
private struct Events: IteratorProtocol {
  struct Event {
    var watch: CInt
    var mask: UInt32
    var name: String
  }

  let bytes: UnsafeRawBufferPointer
  private var at = 0

  init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  mutating func next() -> Event? {
    let head = MemoryLayout<inotify_event>.size
    guard bytes.count - at >= head else { return nil }
    let event = bytes.loadUnaligned(fromByteOffset: at, as: inotify_event.self)
    let start = at + head
    // The kernel writes whole events; never read past the end if a length says otherwise.
    let end = min(start + Int(event.len), bytes.count)
    at = end
    let name = bytes[start..<end].prefix { $0 != 0 }
    return Event(watch: event.wd, mask: event.mask, name: String(decoding: name, as: UTF8.self))
  }
}

/// The identity of the socket's file and the lock next to it: another stamp means that a daemon has been
/// started.
///
/// The lock counts because a service manager's socket stays the same file whichever daemon serves it; each
/// daemon writes its pid into the lock when it starts, and leaves it alone when it ends.
struct SocketStamp: Equatable {
  private struct File: Equatable {
    var inode: UInt64
    var seconds: Int
    var nanoseconds: Int
  }

  private let socket: File?
  private let lock: File?

  /// The end of a lock's path, which begins with the socket's.
  static let lockSuffix = ".lock"

  init(path: String) {
    socket = Self.file(path)
    lock = Self.file(path + Self.lockSuffix)
  }

  private static func file(_ path: String) -> File? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    return File(
      inode: UInt64(status.st_ino), seconds: Int(status.st_mtim.tv_sec),
      nanoseconds: Int(status.st_mtim.tv_nsec))
  }
}
