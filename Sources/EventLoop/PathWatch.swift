private import Glibc

/// Reports when a file may no longer be at its path: removed, moved, replaced, its folder moved, or a file
/// system mounted over it. Nothing runs until then.
///
/// For the file itself the link count changes
/// ([inotify(7)](https://man7.org/linux/man-pages/man7/inotify.7.html), IN_ATTRIB): IN_DELETE_SELF comes only
/// once no process has it open, which for a bound socket is never. Other files in the folder cause no
/// wake-up.
@LoopActor package final class PathWatch {
  private let descriptor: CInt
  private let source: PollSource
  /// inotify does not report mounts.
  private var mounts: (descriptor: CInt, source: PollSource)?
  private var file: CInt = -1
  private var body: (@LoopActor () -> Void)?

  /// - Parameter body: called after a change; it must check for itself what has become of the file.
  package init(_ body: @escaping @LoopActor () -> Void) throws(UVError) {
    descriptor = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))
    guard descriptor >= 0 else { throw UVError(code: -errno, operation: "watch files") }
    do {
      source = try PollSource(descriptor: descriptor)
    } catch {
      Glibc.close(descriptor)
      throw error
    }
    self.body = body
    source.start(readable: true, writable: false) { [self] _ in
      discardEvents(of: descriptor)
      self.body?()
    }
    watchMounts()
  }

  /// Watches the file at an absolute path, in place of the previous one, and the folders on the way to it.
  ///
  /// - Returns: false if the kernel gives no watch: there is no such file, or the user has too many.
  @discardableResult
  package func watch(_ path: String) -> Bool {
    guard body != nil else { return false }
    let before = file
    file = inotify_add_watch(
      descriptor, path, UInt32(IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF | IN_DONT_FOLLOW))
    // The same file has the same watch. Removing one is an event (IN_IGNORED), so answering each event by
    // watching again would never end.
    if before >= 0, before != file { inotify_rm_watch(descriptor, before) }
    var folder = path[...]
    // A folder that we may not read cannot be watched; nor is it ours to move.
    while let slash = folder.lastIndex(of: "/"), slash > folder.startIndex {
      folder = folder[..<slash]
      inotify_add_watch(
        descriptor, String(folder), UInt32(IN_MOVE_SELF | IN_DELETE_SELF | IN_ONLYDIR))
    }
    return file >= 0
  }

  package func close() {
    guard body != nil else { return }
    body = nil
    source.close()
    Glibc.close(descriptor)
    mounts?.source.close()
    if let mounts { Glibc.close(mounts.descriptor) }
  }

  /// https://man7.org/linux/man-pages/man5/proc_pid_mounts.5.html
  private func watchMounts() {
    let list = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
    guard list >= 0 else { return }
    guard let source = try? PollSource(descriptor: list) else {
      Glibc.close(list)
      return
    }
    source.start(readable: false, writable: false, exceptional: true) { [self] events in
      // A broken mount list must not call us forever.
      if events.contains(.failed) { return source.stop() }
      body?()
    }
    mounts = (list, source)
  }
}

/// Reads all events that inotify has for us: one check covers any number of changes.
func discardEvents(of descriptor: CInt) {
  withUnsafeTemporaryAllocation(byteCount: 4096, alignment: MemoryLayout<inotify_event>.alignment) {
    while read(descriptor, $0.baseAddress, $0.count) > 0 {}
  }
}
