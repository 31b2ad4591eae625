import Glibc

/// Whether a process that is not our child still runs.
package enum ProcessLiveness {
  package static func isGone(_ pid: CInt) -> Bool {
    if kill(pid, 0) != 0 { return errno == ESRCH }
    // A parent that does not reap its children leaves them as zombies, which a signal still finds. While
    // other threads of a killed process end, its sockets are open and the kernel accepts connections for it.
    guard let fields = fields(pid), fields.count > 17 else { return false }
    return fields[0] == "Z" && (fields[17] == "1" || fields[17] == "0")
  }

  /// The kernel's name of the process, at most 15 bytes.
  static func name(of pid: CInt) -> String? {
    guard let line = LibC.beginning(of: "/proc/\(pid)/comm", 64), line.count > 1 else { return nil }
    return String(decoding: line.dropLast(), as: UTF8.self)
  }

  /// The fields of [/proc/PID/stat](https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html) from the
  /// third on: the state first, the number of threads as the eighteenth.
  private static func fields(_ pid: CInt) -> [Substring]? {
    guard let bytes = LibC.beginning(of: "/proc/\(pid)/stat", 512),
      // The preceding name is in parentheses and may itself contain some.
      let end = bytes.lastIndex(of: UInt8(ascii: ")"))
    else { return nil }
    return String(decoding: bytes[end...].dropFirst(2), as: UTF8.self).split(separator: " ")
  }
}
