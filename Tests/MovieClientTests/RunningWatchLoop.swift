import Glibc
import Testing

@testable import MovieClient

/// A ``WatchLoop`` on a thread of its own, and the reader of its lines.
final class RunningWatchLoop {
  private let output: LineEnd
  private let news: LineEnd

  /// - Parameters:
  ///   - daemon: a program to start; nil: none may be started.
  ///   - pin: what a person would type; nil: nobody is there.
  ///   - socketOutput: its lines go into a socket, not into a pipe.
  ///   - isWatching: false: the kernel gives no watch.
  init(
    _ path: String, _ topics: [String] = ["server"], form: String = "json", format: String? = nil,
    profile: String? = nil, pin: String? = nil, daemon: String? = nil, socketOutput: Bool = false,
    isWatching: Bool = true
  ) throws {
    var ends: [CInt] = [-1, -1]
    if socketOutput {
      // The first end reads here, as that of a pipe does.
      try #require(socketpair(AF_UNIX, LibC.streamSocket, 0, &ends) == 0)
    } else {
      try #require(pipe(&ends) == 0)
    }
    var newsEnds: [CInt] = [-1, -1]
    try #require(pipe(&newsEnds) == 0)
    (output, news) = (LineEnd(ends[0]), LineEnd(newsEnds[0]))
    let (writing, telling) = (ends[1], newsEnds[1])
    let request = try WatchOptions(
      topics: topics, form: WatchFormat(rawValue: form), format: format, profile: profile, isTerminal: false)
    startThread {
      signal(SIGPIPE, SIG_IGN)
      let follower = WatchLoop(
        request, path: path, mayStart: daemon != nil, output: writing, isTerminal: false)
      follower.launch = { _ throws(CommandError) in .program(daemon ?? "/nonexistent") }
      follower.askForPIN = { _ throws(CommandError) in pin }
      follower.makeWatch = { isWatching ? SocketWatch(path: $0) : nil }
      follower.report = { TestServer.write(telling, "told: \($0.message)\n") }
      do throws(CommandError) {
        try follower.run()
      } catch {
        TestServer.write(telling, "ended \(error.status.rawValue): \(error.message)\n")
        close(writing)
        close(telling)
      }
    }
  }

  /// Its thread ends with its reader.
  deinit { output.end() }

  func line() throws -> String { try output.line() }

  /// The next line that says more than that there is no daemon: one that answers late, as a test does on a
  /// busy machine, is missed until then.
  func state() throws -> String {
    while true {
      let line = try line()
      if !line.hasSuffix(#""data":null}"#), !line.hasSuffix("movierpcd is not running") { return line }
    }
  }

  /// The lines of standard error, and how it ended; but not that a daemon answers late.
  func said() throws -> String {
    while true {
      let line = try news.line()
      if !line.hasSuffix(" does not answer") { return line }
    }
  }

  func stopReading() { output.end() }
}

/// Reads lines, each within a bound.
private final class LineEnd {
  private var descriptor: CInt

  init(_ descriptor: CInt) { self.descriptor = descriptor }

  deinit { end() }

  func line() throws -> String {
    try #require(Wait.until(.readable, descriptor, Deadline(.patient)), "no line came")
    return TestServer.readLine(descriptor)
  }

  func end() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }
}
