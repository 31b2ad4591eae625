import Glibc
import TestSupport
import Testing

/// A pipe no program that another test starts can inherit: a FIFO, since `pipe` cannot mark its ends
/// close-on-exec.
struct TestPipe {
  let reading: CInt
  let writing: CInt

  init() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/pipe"
    try #require(mkfifo(path, 0o600) == 0)
    reading = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    writing = open(path, O_WRONLY | O_CLOEXEC)
    try #require(reading >= 0 && writing >= 0)
    // Blocking from here on, like the pipe of a service manager.
    try #require(fcntl(reading, F_SETFL, 0) == 0)
  }

  /// What is there now; waits for something, or the end.
  func some() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    return Array(bytes[..<max(0, read(reading, &bytes, 65_536))])
  }

  /// All to the end, and closes.
  func rest() -> String {
    var text: [UInt8] = []
    while case let more = some(), !more.isEmpty { text += more }
    close(reading)
    return String(decoding: text, as: UTF8.self)
  }
}
