import Glibc
package import Logging
import MovieProtocol
import Synchronization

/// Where log lines go: standard error (with journald's priorities when it is journald), or the file of a daemon that a
/// client started. Never waits for a reader: a line that cannot be written at once is dropped and counted.
package final class LogOutput: Sendable {
  private let state: Mutex<State>
  private let format: Format

  enum Format: Sendable { case plain, journald }

  private struct State {
    var descriptor: CInt
    var path: String?
    var written: Int
    var dropped = 0
  }

  /// Size at which the file becomes the one older file.
  private static let maximumBytes = 1 << 20

  private init(descriptor: CInt, path: String?, format: Format) {
    var status = stat()
    let size = fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    state = Mutex(State(descriptor: descriptor, path: path, written: path == nil ? 0 : size))
    self.format = format
  }

  package static func standardError(environment: (String) -> String?) -> LogOutput {
    LogOutput(
      descriptor: STDERR_FILENO, path: nil,
      format: isJournal(environment("JOURNAL_STREAM")) ? .journald : .plain)
  }

  /// `$XDG_STATE_HOME/movierpc/log`, 1 MiB and one older file.
  static func file(in folder: String) throws(SystemError) -> LogOutput {
    try Folders.make(folder)
    let path = folder + "/log"
    return LogOutput(descriptor: try open(path), path: path, format: .plain)
  }

  private static func open(_ path: String) throws(SystemError) -> CInt {
    let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw SystemError("open the log \(path)") }
    return descriptor
  }

  /// JOURNAL_STREAM names the device and inode of the stream that is connected to the journal
  /// (https://www.freedesktop.org/software/systemd/man/latest/systemd.exec.html).
  private static func isJournal(_ stream: String?) -> Bool {
    var status = stat()
    guard let stream, fstat(STDERR_FILENO, &status) == 0 else { return false }
    return stream == "\(status.st_dev):\(status.st_ino)"
  }

  func write(_ level: Logger.Level, _ text: String) {
    // A line break inside would let a client forge a line of its own.
    let safe = String(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : Character($0) })
    let line =
      switch format {
      case .plain: "\(Timestamp.text(Timestamp.now())) \(level.rawValue): \(safe)"
      case .journald: "<\(level.priority)>\(safe)"
      }
    state.withLock { state in
      if state.path != nil, state.written > Self.maximumBytes { Self.rotate(&state) }
      guard Self.isWritable(state.descriptor) else { return state.dropped += 1 }
      var bytes = Self.bounded(line) + [UInt8(ascii: "\n")]
      if state.dropped > 0 { bytes = Array("(\(state.dropped) lines were lost)\n".utf8) + bytes }
      state.dropped = 0
      state.written += max(0, Glibc.write(state.descriptor, bytes, bytes.count))
    }
  }

  /// A pipe that is writable takes 4 KiB without waiting, so a line is cut, between two characters.
  private static func bounded(_ line: String) -> [UInt8] {
    var bytes = Array(line.utf8.prefix(maximumLineBytes))
    guard line.utf8.count > bytes.count else { return bytes }
    while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
    return bytes + Array("...".utf8)
  }

  private static let maximumLineBytes = 3900

  private static func isWritable(_ descriptor: CInt) -> Bool {
    var one = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&one, 1, 0) == 1 && one.revents & Int16(POLLOUT) != 0
  }

  private static func rotate(_ state: inout State) {
    guard let path = state.path else { return }
    rename(path, path + ".1")
    state.written = 0
    guard let next = try? open(path) else { return }
    close(state.descriptor)
    state.descriptor = next
  }
}

/// Writes `message key=value ...` to a ``LogOutput``.
package struct LineLogHandler: LogHandler {
  package var logLevel: Logger.Level
  package var metadata: Logger.Metadata = [:]
  private let output: LogOutput

  package init(output: LogOutput, level: Logger.Level) {
    self.output = output
    logLevel = level
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    let fields = metadata.merging(event.metadata ?? [:]) { $1 }
    let words = fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    output.write(event.level, (["\(event.message)"] + words).joined(separator: " "))
  }
}

extension Logger.Level {
  /// https://man7.org/linux/man-pages/man3/sd-daemon.3.html
  fileprivate var priority: Int {
    switch self {
    case .trace, .debug: 7
    case .info: 6
    case .notice: 5
    case .warning: 4
    case .error: 3
    case .critical: 2
    }
  }
}
