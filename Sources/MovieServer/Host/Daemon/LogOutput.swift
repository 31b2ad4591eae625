import Glibc
package import Logging
import MovieProtocol
import MovieStore
import Synchronization

/// Where log lines go: standard error (with journald's priorities if it is connected to journald), or the log
/// file of a daemon that a client started. Never waits for a reader or a disk: a line that cannot be written at once
/// is dropped and counted.
package final class LogOutput: Sendable {
  private enum Target: Sendable {
    /// Standard error, or a pipe.
    case stream(CInt)
    case file(LogFile)
  }

  private let target: Target
  /// Of a stream.
  private let dropped = Mutex(0)
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

  init(descriptor: CInt, format: Format) { (target, self.format) = (.stream(descriptor), format) }

  private init(_ file: LogFile) { (target, format) = (.file(file), .plain) }

  package static func standardError(environment: (String) -> String?) -> LogOutput {
    LogOutput(
      descriptor: STDERR_FILENO, format: isJournal(environment("JOURNAL_STREAM")) ? .journald : .plain)
  }

  static func path(in folder: String) -> String { folder + "/log" }

  /// `$XDG_STATE_HOME/movierpc/log`
  static func file(in folder: String) throws(SystemError) -> LogOutput {
    try Folders.make(folder)
    return LogOutput(try LogFile(path(in: folder)) { line(.warning, lost($0), .plain) })
  }

  /// JOURNAL_STREAM names the device and inode of the stream that is connected to the journal
  /// (https://www.freedesktop.org/software/systemd/man/latest/systemd.exec.html).
  private static func isJournal(_ stream: String?) -> Bool {
    var status = stat()
    guard let stream, fstat(STDERR_FILENO, &status) == 0 else { return false }
    return stream == "\(status.st_dev):\(status.st_ino)"
  }

  func write(_ level: Logger.Level, _ text: String) {
    let line = Self.line(level, text, format)
    switch target {
    case .file(let file): file.append(line)
    case .stream(let descriptor): write(line, to: descriptor)
    }
  }

  /// Before the process ends.
  func drain(within limit: Duration) {
    if case .file(let file) = target { file.drain(within: limit) }
  }

  private func write(_ line: [UInt8], to descriptor: CInt) {
    dropped.withLock { dropped in
      guard Self.isWritable(descriptor) else { return dropped += 1 }
      let bytes = dropped == 0 ? line : Self.line(.warning, Self.lost(dropped), format) + line
      dropped = Glibc.write(descriptor, bytes, bytes.count) < bytes.count ? dropped + 1 : 0
    }
  }

  private static func lost(_ count: Int) -> String { "\(count) log lines dropped" }

  /// A writable pipe takes 4 KiB without blocking: one line, and before it one about lost lines.
  private static let maxLine = 3800

  /// One line, whatever `text` contains: with a line break a client could forge a line of its own, and some
  /// characters reorder others on a terminal.
  private static func line(_ level: Logger.Level, _ text: String, _ format: Format) -> [UInt8] {
    let beginning =
      switch format {
      case .plain: "\(Timestamp.now.text) \(level.rawValue): "
      case .journald: "<\(level.priority)>"
      }
    var bytes = Array(beginning.utf8)
    for scalar in text.unicodeScalars {
      guard bytes.count < maxLine else {
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
