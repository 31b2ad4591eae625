import Glibc
import TestSupport

/// Makes a folder one that no process can open, this one included, as on a network drive whose server is gone: the
/// kernel asks for a permission that is never given (https://man7.org/linux/man-pages/man7/fanotify.7.html).
final class HungFolder {
  private typealias Init = @convention(c) (CUnsignedInt, CUnsignedInt) -> CInt
  private typealias Mark = @convention(c) (CInt, CUnsignedInt, UInt64, CInt, UnsafePointer<CChar>) -> CInt

  static let isPossible = (try? TemporaryFolder()).map { HungFolder($0.path) != nil } ?? false

  private let descriptor: CInt

  /// Nil: this user, or this kernel, cannot.
  init?(_ path: String) {
    guard let start = dlsym(nil, "fanotify_init"), let add = dlsym(nil, "fanotify_mark") else { return nil }
    // FAN_CLASS_CONTENT and FAN_CLOEXEC.
    descriptor = unsafeBitCast(start, to: Init.self)(0x4 | 0x1, 0)
    // FAN_MARK_ADD; FAN_OPEN_PERM of the folder itself and of what is in it.
    let events: UInt64 = 0x1_0000 | 0x4000_0000 | 0x0800_0000
    guard descriptor >= 0, unsafeBitCast(add, to: Mark.self)(descriptor, 0x1, events, AT_FDCWD, path) == 0
    else { return nil }
  }

  /// All calls return then.
  deinit { close(descriptor) }
}
