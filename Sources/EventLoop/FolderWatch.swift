private import Glibc

/// Reports changes in a folder: files that appear, change or leave. Not everything is reported, as on NFS, so its
/// owner looks now and then anyway ([inotify(7)](https://man7.org/linux/man-pages/man7/inotify.7.html)).
@LoopActor package final class FolderWatch {
  /// What the kernel reports the changes to. It is closed with its last reference.
  package final class Queue: Sendable {
    fileprivate let descriptor: CInt

    /// Blocks as long as the folder's file system does, so it must not be called on the loop. That is why this is
    /// not `uv_fs_event_start`.
    package init(_ folder: String) throws(UVError) {
      descriptor = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))
      guard descriptor >= 0 else { throw UVError(code: -errno, operation: "watch a folder") }
      let changes =
        IN_ATTRIB | IN_CREATE | IN_MODIFY | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF | IN_MOVED_FROM
        | IN_MOVED_TO
      guard inotify_add_watch(descriptor, folder, UInt32(changes) | UInt32(IN_ONLYDIR)) >= 0 else {
        throw UVError(code: -errno, operation: "watch a folder")
      }
    }

    deinit { if descriptor >= 0 { Glibc.close(descriptor) } }
  }

  private let queue: Queue
  private let source: PollSource

  /// - Parameters:
  ///   - isWatched: whether changes of a file count, by the bytes of its name.
  ///   - body: called after such changes, and when the folder itself is moved or deleted.
  package init(
    _ queue: Queue, where isWatched: @escaping @LoopActor ([UInt8]) -> Bool,
    _ body: @escaping @LoopActor () -> Void
  ) throws(UVError) {
    self.queue = queue
    source = try PollSource(descriptor: queue.descriptor)
    source.start(readable: true, writable: false) { [source, queue] events in
      // A broken descriptor must not call us forever.
      if events.contains(.failed) { return source.stop() }
      if Self.readNames(from: queue.descriptor).contains(where: { $0.isEmpty || isWatched($0) }) { body() }
    }
    source.unref()
  }

  package func close() { source.close() }

  /// The files of all events that wait, each once; [] stands for the folder itself, and for events that are lost.
  private static func readNames(from descriptor: CInt) -> Set<[UInt8]> {
    // Of an event before its name: https://man7.org/linux/man-pages/man7/inotify.7.html
    let header = MemoryLayout<inotify_event>.size
    var names: Set<[UInt8]> = []
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: MemoryLayout<inotify_event>.alignment) {
      buffer in
      while true {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        guard count > 0 else { return }
        var start = 0
        while start + header <= count {
          let event = buffer.load(fromByteOffset: start, as: inotify_event.self)
          let end = start + header + Int(event.len)
          guard end <= count else { break }
          names.insert(buffer[(start + header)..<end].prefix { $0 != 0 }.map(\.self))
          start = end
        }
      }
    }
    return names
  }
}
