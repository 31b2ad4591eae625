import EventLoop
import Glibc
import MovieStore
import Synchronization

/// The log of a daemon that a client started: 1 MiB, and one older file.
///
/// Written by a thread that lives as long as there is something to write: a disk that hangs must hold up nobody else.
/// What finds no room until then is dropped and counted.
final class LogFile: Sendable {
  private struct Pending {
    var bytes: [UInt8] = []
    var dropped = 0
    var isWriting = false
  }

  private struct File {
    var descriptor: CInt
    var size: Int
  }

  /// The size at which the file is renamed to the one older file.
  private static let maxBytes = 1 << 20
  private static let maxPending = 128 << 10

  private let path: String
  /// The line that tells how many were dropped.
  private let lost: @Sendable (Int) -> [UInt8]
  private let pending = Mutex(Pending())
  /// Only the thread that writes waits for it.
  private let file: Mutex<File>

  init(_ path: String, lost: @escaping @Sendable (Int) -> [UInt8]) throws(SystemError) {
    (self.path, self.lost) = (path, lost)
    let descriptor = try Self.open(path)
    var status = stat()
    file = Mutex(
      File(descriptor: descriptor, size: fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0))
  }

  deinit { file.withLock { _ = close($0.descriptor) } }

  private static func open(_ path: String) throws(SystemError) -> CInt {
    let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw SystemError("open the log \(path)") }
    return descriptor
  }

  func append(_ line: [UInt8]) {
    let begins = pending.withLock { pending in
      let told = pending.dropped == 0 ? [] : lost(pending.dropped)
      if pending.bytes.count + told.count + line.count <= Self.maxPending {
        pending.bytes += told + line
        pending.dropped = 0
      } else {
        pending.dropped += 1
      }
      defer { pending.isWriting = true }
      return !pending.isWriting
    }
    if begins, !DetachedThread.start({ self.write() }) { pending.withLock { $0.isWriting = false } }
  }

  /// Waits until all is written, or the time is over: before the process ends.
  func drain(within limit: Duration) {
    let end = ContinuousClock.now + limit
    while pending.withLock({ $0.isWriting }), ContinuousClock.now < end { usleep(500) }
  }

  private func write() {
    while true {
      let bytes = pending.withLock { pending -> [UInt8] in
        let bytes = pending.bytes
        pending.bytes = []
        pending.isWriting = !bytes.isEmpty
        return bytes
      }
      guard !bytes.isEmpty else { return }
      let written = file.withLock { write(bytes, to: &$0) }
      let left = bytes[written...].count { $0 == UInt8(ascii: "\n") }
      if left > 0 { pending.withLock { $0.dropped += left } }
    }
  }

  /// - Returns: how many bytes were written.
  private func write(_ bytes: [UInt8], to file: inout File) -> Int {
    if file.size + bytes.count > Self.maxBytes { rotate(&file) }
    guard file.size + bytes.count <= Self.maxBytes else { return 0 }
    let count = max(0, Glibc.write(file.descriptor, bytes, bytes.count))
    file.size += count
    return count
  }

  private func rotate(_ file: inout File) {
    // What is no longer there, somebody else has moved.
    if rename(path, path + ".1") == 0 || errno == ENOENT {
      // Without a descriptor, lines are dropped until there is one.
      guard let next = try? Self.open(path) else { return }
      close(file.descriptor)
      file.descriptor = next
    } else {
      // Something is in the way, such as a folder: rather the older lines are lost than the bound.
      guard ftruncate(file.descriptor, 0) == 0 else { return }
    }
    file.size = 0
  }
}
