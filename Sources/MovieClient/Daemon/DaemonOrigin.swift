import Glibc

/// What a running daemon was started with, for the one that takes its place.
package struct DaemonOrigin: Equatable, Sendable {
  /// The value of `--config`.
  package private(set) var configurationFile: String?
  package let environment: [String: String]

  /// The bound of arguments and variables together
  /// ([execve(2)](https://man7.org/linux/man-pages/man2/execve.2.html)), with the usual limit of the stack.
  private static let maxBytes = 2 << 20

  /// Nil if the process is gone or another user's: a root shell takes nothing from it.
  package init?(pid: CInt) {
    guard FileFacts("/proc/\(pid)")?.owner == geteuid(),
      let words = LibC.beginning(of: "/proc/\(pid)/cmdline", Self.maxBytes),
      let variables = LibC.beginning(of: "/proc/\(pid)/environ", Self.maxBytes)
    else { return nil }
    self.init(words: Self.texts(words), variables: Self.texts(variables))
  }

  init(words: [String], variables: [String]) {
    environment = variables.reduce(into: [:]) { all, variable in
      let parts = variable.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { all[String(parts[0])] = String(parts[1]) }
    }
    for (word, next) in zip(words, words.dropFirst() + [""]) {
      if word == "--config" { configurationFile = next }
      if word.hasPrefix("--config=") { configurationFile = String(word.dropFirst("--config=".count)) }
    }
    // The daemon has left the folder it was started in, which shells also name.
    if let file = configurationFile, !file.hasPrefix("/"), let folder = environment["PWD"] {
      configurationFile = folder + "/" + file
    }
  }

  private static func texts(_ bytes: [UInt8]) -> [String] {
    bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Sets the variables that this process does not have. Those it has are newer: a corrected key, for example.
  package func completeEnvironment() {
    // The socket is known, and may have been found without it.
    for (name, value) in environment where Environment.variable(name) == nil && name != "MOVIERPC_SOCKET" {
      Environment.set(name, value)
    }
  }
}
