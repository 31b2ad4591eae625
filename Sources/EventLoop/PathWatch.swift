private import Glibc

/// Tells when a file may be at its path no longer: removed, moved, replaced, its folder moved, or a file
/// system mounted over it. Nothing runs until then.
///
/// Of the file itself it is the count of links that changes
/// ([inotify(7)](https://man7.org/linux/man-pages/man7/inotify.7.html), IN_ATTRIB): IN_DELETE_SELF comes when
/// nobody has it open either, which for a bound socket is never. Other files in the folder wake nobody.
@LoopActor package final class PathWatch {
  private let descriptor: CInt
  private let source: PollSource
  /// Mounts are no events of inotify.
  private var mounts: (descriptor: CInt, source: PollSource)?
  private var file: CInt = -1
  private var body: (@LoopActor () -> Void)?

  /// - Parameter body: called after a change; what has become of the file is for it to find out.
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
    source.start(readable: true, writable: false) { [self] _ in takeChanges() }
    watchMounts()
  }

  /// Watches the file at an absolute path, in place of the one before, and the folders on the way to it.
  ///
  /// - Returns: false where the kernel gives no watch: there is no such file, or the user has too many.
  @discardableResult
  package func watch(_ path: String) -> Bool {
    guard body != nil else { return false }
    let before = file
    file = inotify_add_watch(
      descriptor, path, UInt32(IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF | IN_DONT_FOLLOW))
    // The same file has the same watch. Taking one away is an event (IN_IGNORED), and whoever answers each event by
    // watching again would never be at rest.
    if before >= 0, before != file { inotify_rm_watch(descriptor, before) }
    var folder = path[...]
    // One that we may not read cannot be watched; those are not ours to move either.
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

  private func takeChanges() {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: MemoryLayout<inotify_event>.alignment) { room in
      // All of them: a look answers for any number of changes.
      while read(descriptor, room.baseAddress, room.count) > 0 {}
    }
    body?()
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
      // Whatever is wrong with the list must not have us called for ever.
      if events.contains(.failed) { return source.stop() }
      body?()
    }
    mounts = (list, source)
  }
}
