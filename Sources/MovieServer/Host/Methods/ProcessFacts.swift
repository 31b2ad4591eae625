import Glibc

/// Facts from the kernel about this process.
enum ProcessFacts {
  static var pid: Int { Int(getpid()) }

  /// `resident` of /proc/self/statm (https://man7.org/linux/man-pages/man5/proc_pid_statm.5.html): reads some
  /// forty bytes and never waits for a disk.
  static func residentBytes() -> Int {
    let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return 0 }
    defer { close(file) }
    var text = [UInt8](repeating: 0, count: 128)
    let length = read(file, &text, text.count)
    guard length > 0 else { return 0 }
    let fields = text[..<length].split(separator: UInt8(ascii: " "))
    guard fields.count > 1, let pages = Int(String(decoding: fields[1], as: UTF8.self)) else { return 0 }
    return pages * sysconf(Int32(_SC_PAGESIZE))
  }

  /// All variables, as they are now.
  static func environment() -> [String: String] {
    var variables: [String: String] = [:]
    var entry = environ
    while let line = entry.pointee {
      let parts = String(cString: line).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
      entry += 1
    }
    return variables
  }
}
