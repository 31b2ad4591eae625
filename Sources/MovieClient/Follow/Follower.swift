#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif
import JSONRPC

/// Carries out the actions of ``FollowState``: the only loop of `movierpc watch`, around poll(2).
///
/// Nothing is stored beyond one message and its lines. While a line waits for a reader that does not read,
/// the socket is not read either: the daemon then holds the newest state of each topic for us and drops those
/// in between. Without a daemon, and between events, the process sleeps; no timer runs.
package final class Follower {
  private let path: String
  private let report: (Failure) -> Void
  private let topics: [String]
  private let profile: String?
  private let askForPIN: Caller.AskForPIN
  private var state: FollowState
  private var lines: FollowLines

  private var output: FollowOutput
  /// Thrown when all lines are written.
  private var end: Failure?
  private var connection: Connection?
  private var messages = MessageReader()
  private var watch: SocketWatch?
  private var stamp: SocketStamp?
  private var own: OwnDaemon
  private let makeWatch: (String) -> SocketWatch?

  /// - Parameter path: the path of the socket.
  package convenience init(_ request: FollowRequest, path: String, mayStart: Bool) {
    self.init(request, path: path, mayStart: mayStart, output: STDOUT_FILENO, isTerminal: Output.isTerminal)
  }

  /// - Parameters:
  ///   - isTerminal: lines are made safe for a terminal.
  ///   - launch: finds how to start a daemon.
  ///   - pin: asks the user for the PIN, while nothing else is done.
  ///   - watch: creates a watch of the socket's path, or nil.
  ///   - report: tells the user why there is no daemon.
  init(
    _ request: FollowRequest, path: String, mayStart: Bool, output: CInt, isTerminal: Bool,
    launch: @escaping OwnDaemon.FindLaunch = { socket throws(Failure) in try DaemonLaunch.find(for: socket) },
    pin: @escaping Caller.AskForPIN = PINInput.current,
    watch: @escaping (String) -> SocketWatch? = SocketWatch.init(path:),
    report: @escaping (Failure) -> Void = Output.report
  ) {
    self.path = path
    self.output = FollowOutput(output)
    own = OwnDaemon(launch: launch)
    self.report = report
    makeWatch = watch
    topics = request.topics
    profile = request.profile
    askForPIN = pin
    state = FollowState(topics: topics, greets: profile != nil, mayStart: mayStart, path: path)
    lines = FollowLines(request, isTerminal: isTerminal)
  }

  /// Returns only by throwing: ``ExitStatus/brokenPipe`` when the reader is gone.
  package func run() throws(Failure) -> Never {
    try take(.begun)
    while true { try turn() }
  }

  private func turn() throws(Failure) {
    guard output.isEmpty else { return try output.put() }
    if let end { throw end }
    if connection != nil, try took(messages.next()) { return }
    own.collect()
    var entries = [
      output.entry,
      pollfd(fd: connection?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: own.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: state.isWaiting ? watch?.descriptor ?? -1 : -1, events: Int16(POLLIN), revents: 0),
    ]
    let count = poll(&entries, nfds_t(entries.count), pause)
    if count > 0 {
      try FollowOutput.requireReader(entries[0])
      // One of them a turn: handling it may reuse the descriptor of the next. The others are still ready the
      // next time.
      if entries[1].revents != 0 { return try receive() }
      if entries[2].revents != 0 { return try starting() }
      if entries[3].revents != 0, watch?.takeChanges() == true { return try take(.appeared) }
    }
    try updateClock()
  }

  private func updateClock() throws(Failure) {
    if let due = state.due, Self.now >= due { return try take(.due) }
    guard isChecking else { return }
    let stamp = SocketStamp(path: path)
    guard stamp != self.stamp else { return }
    self.stamp = stamp
    try take(.appeared)
  }

  /// The kernel gave no watch, so the path has to be polled from time to time.
  private var isChecking: Bool { state.isWaiting && watch == nil }

  /// For poll(2), in milliseconds.
  private var pause: CInt {
    var pause = CInt(clamping: state.due.map { max($0 - Self.now, 0) } ?? -1)
    if isChecking || own.mayEndUnseen(connection) { pause = pause < 0 ? 250 : min(pause, 250) }
    return pause
  }

  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
  }
}

// Events.
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
      // Only now: if a service manager listens, the daemon starts, and writes its lock, after we connect.
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
    let event: FollowState.Event
    do throws(Failure) {
      guard try own.progress() else { return }
      event = .ready
    } catch {
      event = .startFailed(error)
    }
    try take(event)
  }

  private static let chunk = 65_536
}

// Actions.
extension Follower {
  private func take(_ event: FollowState.Event) throws(Failure) {
    var events = [event]
    while !events.isEmpty {
      for action in state.take(events.removeFirst(), at: Self.now) {
        if let answer = try perform(action) { events.append(answer) }
      }
    }
  }

  /// - Returns: the resulting event, if it is known at once.
  private func perform(_ action: FollowState.Action) throws(Failure) -> FollowState.Event? {
    switch action {
    case .connect: return connect()
    case .greet(let pin): try greet(pin)
    case .askForPIN(let failure): return .pin(try askForPIN(failure.message))
    case .subscribe: subscribe()
    case .disconnect: connection = nil
    case .start: return startDaemon()
    case .giveUpStart: return own.giveUp().map(FollowState.Event.startFailed)
    case .awaitReturn:
      // Armed first: a change in between is noticed by one of the two.
      if watch == nil { watch = makeWatch(path) }
      let before = stamp
      stamp = SocketStamp(path: path)
      return stamp == before ? nil : .appeared
    case .show(let state): output.add(try lines.present(state.topic, state.data) ?? [])
    case .showOffline: for topic in topics { output.add(lines.offline(topic)) }
    case .showLocked: for topic in topics { output.add(lines.locked(topic) ?? []) }
    case .report(let failure): report(failure)
    case .end(let failure): end = failure
    }
    return nil
  }

  /// How long a listener with a full backlog may block us, while nothing else is handled.
  private static let connectPatience: UInt64 = 250

  private func connect() -> FollowState.Event {
    // Before connecting, so that a daemon that appears right after the attempt is noticed.
    if watch == nil { watch = makeWatch(path) }
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

  private func greet(_ pin: String?) throws(Failure) {
    var hello = MethodParams("hello")
    hello.add("profile", profile)
    if let pin { hello.add("pin", json: .string(pin)) }
    send(CallRequest.line(id: FollowMessage.greetingID, method: hello.method, params: try hello.json()))
  }

  private func subscribe() {
    var params = JSONWriter()
    params.object {
      $0.name("topics")
      $0.array { for topic in state.subscribed { $0.string(topic) } }
    }
    send(
      CallRequest.line(id: FollowMessage.requestID, method: "subscribe", params: params.bytes)
        + CallRequest.line(id: FollowMessage.pingID, method: "ping", params: Array("{}".utf8)))
  }

  /// A new connection takes these few bytes at once; one that has closed may have sent the reason.
  private func send(_ line: [UInt8]) {
    _ = try? connection?.send(line, Deadline(.usual).within(milliseconds: Self.connectPatience))
  }

  private func startDaemon() -> FollowState.Event? {
    do throws(Failure) {
      try own.begin(socket: path)
      return nil
    } catch {
      return .startFailed(error)
    }
  }
}
