#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif
import JSONRPC

/// Does what ``FollowState`` says: the one loop of `movierpc watch`, around poll(2).
///
/// Nothing is kept beyond one message and its lines. While a line waits for a reader that does not read, the
/// socket is not read either: the daemon then keeps the newest state of each topic for us and drops what is
/// between. Without a daemon, and between events, the process sleeps; no timer runs.
package final class Follower {
  private let path: String
  private let output: CInt
  private let program: () throws(Failure) -> String
  private let report: (Failure) -> Void
  private let topics: [String]
  private var state: FollowState
  private var lines: FollowLines

  /// What the reader has not taken yet.
  private var waiting: [UInt8] = []
  /// Thrown when all lines are written.
  private var end: Failure?
  private var connection: Connection?
  private var messages = MessageReader()
  private var watch: SocketWatch?
  private var stamp: SocketStamp?
  private var start: DaemonStart?
  /// Daemons we started and have not waited for; one at a time.
  private var child: pid_t?

  /// - Parameters:
  ///   - path: the socket's.
  ///   - isTerminal: lines are made safe for one.
  ///   - program: finds the daemon's program.
  ///   - report: tells a person what keeps the daemon away.
  package init(
    _ request: FollowRequest, path: String, mayStart: Bool, output: CInt = STDOUT_FILENO,
    isTerminal: Bool = Output.isTerminal,
    program: @escaping () throws(Failure) -> String = { () throws(Failure) in try DaemonProgram.find() },
    report: @escaping (Failure) -> Void = Output.report
  ) {
    self.path = path
    self.output = output
    self.program = program
    self.report = report
    topics = request.topics
    state = FollowState(topics: request.topics, mayStart: mayStart, path: path)
    lines = FollowLines(request, isTerminal: isTerminal)
  }

  /// Returns only by an error: ``ExitStatus/brokenPipe`` when the reader has gone.
  package func run() throws(Failure) -> Never {
    try take(.begun)
    while true { try turn() }
  }

  private func turn() throws(Failure) {
    guard waiting.isEmpty else { return try putLines() }
    if let end { throw end }
    if connection != nil, try took(messages.next()) { return }
    collectChild()
    var entries = [
      // Without events: an error there means that the reader has gone.
      pollfd(fd: output, events: 0, revents: 0),
      pollfd(fd: connection?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: start?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: state.isWaiting ? watch?.descriptor ?? -1 : -1, events: Int16(POLLIN), revents: 0),
    ]
    let count = poll(&entries, nfds_t(entries.count), pause)
    if count > 0 {
      try Self.requireReader(entries[0])
      // One of them a turn: what it brings may put another descriptor in the place of the next. The others
      // are still ready the next time.
      if entries[1].revents != 0 { return try receive() }
      if entries[2].revents != 0 { return try starting() }
      if entries[3].revents != 0, watch?.takeChanges() == true { return try take(.appeared) }
    }
    try lookAtClock()
  }

  private func lookAtClock() throws(Failure) {
    if let due = state.due, Self.now >= due { return try take(.due) }
    guard isLooking else { return }
    let stamp = SocketStamp(path: path)
    guard stamp != self.stamp else { return }
    self.stamp = stamp
    try take(.appeared)
  }

  /// The kernel gave no watch, so that the place has to be looked at from time to time.
  private var isLooking: Bool { state.isWaiting && watch == nil }

  /// For poll(2), in milliseconds.
  private var pause: CInt {
    var pause = CInt(clamping: state.due.map { max($0 - Self.now, 0) } ?? -1)
    // A daemon of ours that ends is to be waited for. It closes its connections a little before.
    if isLooking || (child != nil && connection == nil) { pause = pause < 0 ? 250 : min(pause, 250) }
    return pause
  }

  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
  }
}

// What happens.
extension Follower {
  /// - Returns: false when there was no message.
  private func took(_ step: MessageReader.Step) throws(Failure) -> Bool {
    switch step {
    case .nothing: return false
    case .foreign: try take(.foreign)
    case .message(let line):
      guard let message = FollowMessage(line) else {
        try take(.foreign)
        break
      }
      // Only now: where a service manager listens, the daemon starts, and writes its lock, after we connect.
      if case .subscribed = message { stamp = SocketStamp(path: path) }
      try take(.message(message))
    }
    return true
  }

  private func receive() throws(Failure) {
    guard let connection else { return }
    var bytes: [UInt8] = []
    let count = LibC.receiveNow(connection.descriptor, Self.chunk, into: &bytes)
    let problem = errno
    if count > 0 {
      _ = try took(messages.feed(bytes))
    } else if count == 0 || (problem != EAGAIN && problem != EINTR) {
      self.connection = nil
      try take(.closed)
    }
  }

  private func starting() throws(Failure) {
    guard let start else { return }
    do {
      guard try start.take() else { return }
      self.start = nil
      try take(.ready)
    } catch {
      self.start = nil
      try take(.startFailed(error))
    }
  }

  /// A pipe that is writable takes this many bytes without blocking
  /// ([PIPE_BUF](https://man7.org/linux/man-pages/man7/pipe.7.html)), so that we never are anywhere but in
  /// poll(2).
  private static let step = 4096
  private static let chunk = 65_536

  private func putLines() throws(Failure) {
    var entries = [pollfd(fd: output, events: Int16(POLLOUT), revents: 0)]
    guard poll(&entries, 1, -1) > 0 else { return }
    try Self.requireReader(entries[0])
    let count = min(waiting.count, Self.step)
    try Output.write(Array(waiting[..<count]), to: output)
    waiting.removeFirst(count)
  }

  private static func requireReader(_ output: pollfd) throws(Failure) {
    // Of a pipe POLLERR, of a socket or a terminal POLLHUP.
    guard output.revents & Int16(POLLERR | POLLHUP | POLLNVAL) == 0 else { throw Failure(.brokenPipe, "") }
  }

  /// A daemon that has ended stays a zombie until its parent has waited for it.
  private func collectChild() {
    guard let child, waitpid(child, nil, WNOHANG) != 0 else { return }
    self.child = nil
  }
}

// What is done.
extension Follower {
  private func take(_ event: FollowState.Event) throws(Failure) {
    var events = [event]
    while !events.isEmpty {
      for action in state.take(events.removeFirst(), at: Self.now) {
        if let answer = try perform(action) { events.append(answer) }
      }
    }
  }

  /// - Returns: what came of it, where that is known at once.
  private func perform(_ action: FollowState.Action) throws(Failure) -> FollowState.Event? {
    switch action {
    case .connect: return connect()
    case .subscribe: return subscribe()
    case .disconnect: connection = nil
    case .start: return startDaemon()
    case .giveUpStart:
      let silence = start?.silence
      start = nil
      return silence.map(FollowState.Event.startFailed)
    case .awaitReturn:
      // Armed first: what comes between is seen by one of the two.
      if watch == nil { watch = SocketWatch(path: path) }
      let before = stamp
      stamp = SocketStamp(path: path)
      return stamp == before ? nil : .appeared
    case .show(let state): waiting += try lines.present(state.topic, state.data) ?? []
    case .showOffline: for topic in topics { waiting += lines.offline(topic) }
    case .report(let failure): report(failure)
    case .end(let failure): end = failure
    }
    return nil
  }

  /// So long a listener may keep us waiting whose backlog is full, while nothing else is looked at.
  private static let connectPatience: UInt64 = 250

  private func connect() -> FollowState.Event {
    // Before connecting, so that a daemon that comes right after the attempt is seen.
    if watch == nil { watch = SocketWatch(path: path) }
    stamp = SocketStamp(path: path)
    do throws(Failure) {
      let deadline = Deadline(.usual).within(milliseconds: Self.connectPatience)
      guard let connection = try Connection.open(path: path, deadline) else { return .notThere }
      self.connection = connection
      messages = MessageReader()
      watch = nil
      return .connected
    } catch {
      return error.status == .timedOut ? .busy : .unusable(error)
    }
  }

  private func subscribe() -> FollowState.Event? {
    var params = JSONWriter()
    params.object {
      $0.name("topics")
      $0.array { for topic in state.subscribed { $0.string(topic) } }
    }
    let line = CallRequest.line(id: FollowMessage.requestID, method: "subscribe", params: params.bytes)
    // A new connection takes these few bytes at once; one that has closed may have said why.
    _ = try? connection?.send(line, Deadline(.usual).within(milliseconds: Self.connectPatience))
    return nil
  }

  private func startDaemon() -> FollowState.Event? {
    // One that was killed closes its sockets a moment before it has ended.
    for _ in 0..<20 where child != nil {
      collectChild()
      if child != nil { Wait.pause(milliseconds: 5) }
    }
    do throws(Failure) {
      if let child { throw .unreachable("the daemon that was started, pid \(child), takes no connection") }
      let start = try DaemonStart(program: try program(), socket: path)
      child = start.pid
      self.start = start
      return nil
    } catch {
      return .startFailed(error)
    }
  }
}
