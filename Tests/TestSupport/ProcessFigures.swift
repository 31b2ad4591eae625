package import Glibc

/// The kernel's figures for a running process ([proc(5)](https://man7.org/linux/man-pages/man5/proc.5.html)).
package struct ProcessFigures {
  package let pid: pid_t

  package init(_ pid: pid_t) { self.pid = pid }

  /// False for a process that has ended, even if it has not been reaped yet.
  package var isAlive: Bool {
    let state = field("State", of: "/proc/\(pid)/status")
    return state != nil && state != "Z" && state != "X"
  }

  /// The most memory it ever held, in bytes (VmHWM).
  package var peakMemory: Int { (Int(field("VmHWM", of: "/proc/\(pid)/status") ?? "") ?? 0) * 1024 }

  /// The memory it holds now, in bytes (VmRSS).
  package var residentBytes: Int { (Int(field("VmRSS", of: "/proc/\(pid)/status") ?? "") ?? 0) * 1024 }

  /// Processor time used, in clock ticks, a hundred of which are a second.
  package var ticks: Int {
    let text = TemporaryFolder.read("/proc/\(pid)/stat")
    // The preceding name is in parentheses and may itself contain some.
    let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
    return fields.count > 13 ? (Int(fields[12]) ?? 0) + (Int(fields[13]) ?? 0) : 0
  }

  /// How often its threads went to sleep or were preempted: a thread that wakes up adds one.
  package var switches: Int {
    Self.names(in: "/proc/\(pid)/task").reduce(0) { sum, thread in
      let status = "/proc/\(pid)/task/\(thread)/status"
      return sum
        + ["voluntary_ctxt_switches", "nonvoluntary_ctxt_switches"].reduce(0) {
          $0 + (Int(field($1, of: status) ?? "") ?? 0)
        }
    }
  }

  /// The names of its threads.
  package var threads: [String] {
    Self.names(in: "/proc/\(pid)/task").compactMap { field("Name", of: "/proc/\(pid)/task/\($0)/status") }
  }

  package var descriptors: Int { Self.names(in: "/proc/\(pid)/fd").count }

  /// The targets of its open descriptors.
  package var files: [String] {
    Self.names(in: "/proc/\(pid)/fd").map { name in
      var text = [CChar](repeating: 0, count: Int(PATH_MAX))
      let length = readlink("/proc/\(pid)/fd/\(name)", &text, text.count)
      return String(decoding: text.prefix(max(length, 0)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
  }

  /// Every process of this machine that has `word` as an argument; zombies have no arguments.
  package static func all(withArgument word: String) -> [pid_t] {
    names(in: "/proc").compactMap { pid_t($0) }.filter { pid in
      TemporaryFolder.read("/proc/\(pid)/cmdline").split(separator: "\0").contains { $0 == word }
    }
  }

  private func field(_ name: String, of file: String) -> String? {
    TemporaryFolder.read(file).split(separator: "\n").first { $0.hasPrefix(name + ":") }?
      .dropFirst(name.count + 1).split(whereSeparator: \.isWhitespace).first.map(String.init)
  }

  package static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }
}
