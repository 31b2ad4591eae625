import Glibc
package import Logging
import MovieProtocol
import MovieStore
import Synchronization

/// Where log lines go: standard error (with journald's priorities if it is connected to journald), or the log
/// file of a daemon that a client started. Never waits for a reader: a line that cannot be written at once is
/// dropped and counted.
package final class LogOutput: Sendable {
  private let state: Mutex<State>
  private let format: Format
  private let levelIndex = Atomic(0)

  /// Of all loggers that write here, whichever copy it is set on.
  var level: Logger.Level {
    get {
      let levels = Logger.Level.allCases
      return levels[min(levelIndex.load(ordering: .relaxed), levels.count - 1)]
    }
    set {
      levelIndex.store(Logger.Level.allCases.firstIndex(of: newValue) ?? 0, ordering: .relaxed)
    }
  }

  enum Format: Sendable { case plain, journald }

  private struct State {
    var descriptor: CInt
    var path: String?
    var written: Int
    var dropped = 0
  }

  /// The size at which the file is renamed to the one older file.
  private static let maxBytes = 1 << 20

  init(descriptor: CInt, path: String?, format: Format) {
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

  static func path(in folder: String) -> String { folder + "/log" }

  /// `$XDG_STATE_HOME/movierpc/log`, 1 MiB and one older file.
  static func file(in folder: String) throws(SystemError) -> LogOutput {
    try Folders.make(folder)
    let path = path(in: folder)
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
    let line = line(level, text)
    state.withLock { state in
      if !Self.hasRoom(state, line.count) { Self.rotate(&state) }
      guard Self.hasRoom(state, line.count), Self.isWritable(state.descriptor) else {
        return state.dropped += 1
      }
      let bytes = state.dropped == 0 ? line : self.line(.warning, "\(state.dropped) log lines dropped") + line
      let count = Glibc.write(state.descriptor, bytes, bytes.count)
      state.dropped = count < bytes.count ? state.dropped + 1 : 0
      state.written += max(0, count)
    }
  }

  /// A writable pipe takes 4 KiB without blocking: one line, and before it one about lost lines.
  private static let maxLine = 3800

  /// One line, whatever `text` contains: with a line break a client could forge a line of its own, and some
  /// characters reorder others on a terminal.
  private func line(_ level: Logger.Level, _ text: String) -> [UInt8] {
    let beginning =
      switch format {
      case .plain: "\(Timestamp.now.text) \(level.rawValue): "
      case .journald: "<\(level.priority)>"
      }
    var bytes = Array(beginning.utf8)
    for scalar in text.unicodeScalars {
      guard bytes.count < Self.maxLine else {
        bytes.append(contentsOf: "...".utf8)
        break
      }
      bytes.append(contentsOf: String(Character(scalar.isSafeInLine ? scalar : " ")).utf8)
    }
    return bytes + [UInt8(ascii: "\n")]
  }

  private static func isWritable(_ descriptor: CInt) -> Bool {
    var one = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&one, 1, 0) == 1 && one.revents & Int16(POLLOUT) != 0
  }

  private static func hasRoom(_ state: State, _ count: Int) -> Bool {
    state.path == nil || state.written + count <= maxBytes
  }

  private static func rotate(_ state: inout State) {
    guard let path = state.path else { return }
    // What is no longer there, somebody else has moved.
    if rename(path, path + ".1") == 0 || errno == ENOENT {
      // Without a descriptor, lines are dropped until there is one.
      guard let next = try? open(path) else { return }
      close(state.descriptor)
      state.descriptor = next
    } else {
      // Something is in the way, such as a folder: rather the older lines are lost than the bound.
      guard ftruncate(state.descriptor, 0) == 0 else { return }
    }
    state.written = 0
  }
}

/// Writes `message key=value ...` to a ``LogOutput``.
package struct LineLogHandler: LogHandler {
  package var metadata: Logger.Metadata = [:]
  private let output: LogOutput

  package init(output: LogOutput, level: Logger.Level) {
    self.output = output
    output.level = level
  }

  package var logLevel: Logger.Level {
    get { output.level }
    set { output.level = newValue }
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    let fields = metadata.merging(event.metadata ?? [:]) { $1 }
    let words = fields.sorted { $0.key < $1.key }.map { "\($0.key)=\(Self.quoted("\($0.value)"))" }
    output.write(event.level, (["\(event.message)"] + words).joined(separator: " "))
  }

  /// A client's name must not look like a separate field.
  private static func quoted(_ value: String) -> String {
    guard value.isEmpty || value.contains(where: { $0.isWhitespace || $0 == "=" || $0 == "\"" }) else {
      return value
    }
    return "\"" + value.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] } + "\""
  }
}

extension Unicode.Scalar {
  fileprivate var isSafeInLine: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    default: !properties.isBidiControl
    }
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
