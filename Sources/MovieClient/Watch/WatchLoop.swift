import Glibc
import JSONRPC

/// Carries out the actions of ``WatchStateMachine``: the only loop of `movierpc watch`, around poll(2).
///
/// Nothing is stored beyond one message and its lines. While a line waits for a reader that does not read,
/// the socket is not read either: the daemon then holds the newest state of each topic for us and drops those
/// in between. Without a daemon, and between events, the process sleeps; no timer runs.
package final class WatchLoop {
  /// Finds how to start a daemon.
  var launch: ChildDaemon.FindLaunch = { socket throws(CommandError) in try DaemonLaunch.find(for: socket) }
  /// Asks the user for the PIN, while nothing else is done. From a bar, standard input has clicks, or nothing
  /// for ever.
  var askForPIN: RPCClient.AskForPIN = PINInput.ofPerson
  /// Creates a watch of the socket's path, or nil.
  var makeWatch: (String) -> SocketWatch? = SocketWatch.init(path:)
  /// Tells the user why there is no daemon.
  var report: (CommandError) -> Void = Output.report

  private let path: String
  private let topics: [String]
  private let profile: String?
  private var state: WatchStateMachine
  private var lines: WatchFormatter

  private var output: WatchOutput
  /// Thrown when all lines are written.
  private var end: CommandError?
  private var connection: Connection?
  private var watch: SocketWatch?
  private var stamp: SocketStamp?
  private var own = ChildDaemon()

  /// - Parameters:
  ///   - path: the path of the socket.
  ///   - isTerminal: lines are made safe for a terminal.
  package init(
    _ request: WatchOptions, path: String, mayStart: Bool, output: CInt = STDOUT_FILENO,
    isTerminal: Bool = Output.isTerminal
  ) {
    self.path = path
    self.output = WatchOutput(output)
    topics = request.topics
    profile = request.profile
    state = WatchStateMachine(topics: topics, greets: profile != nil, mayStart: mayStart, path: path)
    lines = WatchFormatter(request, isTerminal: isTerminal)
  }

  /// Returns only by throwing: ``ExitStatus/brokenPipe`` when the reader is gone.
  package func run() throws(CommandError) -> Never {
    try handle(.begun)
    while true { try turn() }
  }

  private func turn() throws(CommandError) {
    guard output.isEmpty else { return try output.write() }
    if let end { throw end }
    if try tookMessage() { return }
    own.collect()
    var entries = [
      output.entry,
      pollfd(fd: connection?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: own.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: state.isWaiting ? watch?.descriptor ?? -1 : -1, events: Int16(POLLIN), revents: 0),
    ]
    let count = poll(&entries, nfds_t(entries.count), pause)
    if count > 0 {
      try WatchOutput.requireReader(entries[0])
      // One of them a turn: handling it may reuse the descriptor of the next. The others are still ready the
      // next time.
      if entries[1].revents != 0 { return try receive() }
      if entries[2].revents != 0 { return try starting() }
      if entries[3].revents != 0, watch?.takeChanges() == true { return try handle(.appeared) }
    }
    try updateClock()
  }

  private func updateClock() throws(CommandError) {
    if let due = state.due, MonotonicInstant.now >= due { return try handle(.due) }
    guard isChecking else { return }
    let stamp = SocketStamp(path: path)
    guard stamp != self.stamp else { return }
    self.stamp = stamp
    try handle(.appeared)
  }

  /// The kernel gave no watch, so the path has to be polled from time to time.
  private var isChecking: Bool { state.isWaiting && watch == nil }

  /// For poll(2), in milliseconds.
  private var pause: CInt {
    var pause = state.due.map { $0.millisecondsLeft(from: .now) } ?? -1
    if isChecking || own.mayEndUnseen(connection) { pause = pause < 0 ? 250 : min(pause, 250) }
    return pause
  }
}

// Events.
extension WatchLoop {
  /// One at a time, so that none is processed while the line of the previous one still waits for its reader.
  ///
  /// - Returns: false when there was no message.
  private func tookMessage() throws(CommandError) -> Bool {
    let message: WatchMessage?
    do throws(CommandError) {
      guard let line = try connection?.arrivedLine() else { return false }
      message = WatchMessage(line)
    } catch {
      // It is longer than any message of the contract.
      message = nil
    }
    guard let message else {
      try handle(.foreign)
      return true
    }
    // Only now: if a service manager listens, the daemon starts, and writes its lock, after we connect.
    if case .subscribed = message { stamp = SocketStamp(path: path) }
    try handle(.message(message))
    return true
  }

  private func receive() throws(CommandError) {
    guard let connection, !connection.receive() else { return }
    self.connection = nil
    try handle(.closed)
  }

  private func starting() throws(CommandError) {
    let event: WatchStateMachine.Event
    do throws(CommandError) {
      guard try own.progress() else { return }
      event = .ready
    } catch {
      event = .startFailed(error)
    }
    try handle(event)
  }
}

// Actions.
extension WatchLoop {
  private func handle(_ event: WatchStateMachine.Event) throws(CommandError) {
    var events = [event]
    while !events.isEmpty {
      for action in state.handle(events.removeFirst(), at: MonotonicInstant.now) {
        if let answer = try perform(action) { events.append(answer) }
      }
    }
  }

  /// - Returns: the resulting event, if it is known at once.
  private func perform(_ action: WatchStateMachine.Action) throws(CommandError) -> WatchStateMachine.Event? {
    switch action {
    case .connect: return connect()
    case .greet(let pin): try greet(pin)
    case .askForPIN(let failure): return .pin(try askForPIN(failure.message))
    case .subscribe: subscribe()
    case .disconnect: connection = nil
    case .start: return startDaemon()
    case .giveUpStart: return own.giveUp().map(WatchStateMachine.Event.startFailed)
    case .awaitReturn:
      // Armed first: a change in between is noticed by one of the two.
      if watch == nil { watch = makeWatch(path) }
      let before = stamp
      stamp = SocketStamp(path: path)
      return stamp == before ? nil : .appeared
    case .show(let state):
      output.add(try lines.present(state.topic, state.data, at: MonotonicInstant.now) ?? [])
    case .showOffline: for topic in topics { output.add(lines.offline(topic)) }
    case .showLocked: for topic in topics { output.add(lines.locked(topic) ?? []) }
    case .report(let failure): report(failure)
    case .end(let failure): end = failure
    }
    return nil
  }

  /// How long a listener with a full backlog may block us, while nothing else is handled.
  private static let connectPatience: Duration = .milliseconds(250)

  private func connect() -> WatchStateMachine.Event {
    // Before connecting, so that a daemon that appears right after the attempt is noticed.
    if watch == nil { watch = makeWatch(path) }
    stamp = SocketStamp(path: path)
    do throws(CommandError) {
      let deadline = Deadline(.usual).within(Self.connectPatience)
      guard let connection = try Connection.open(path: path, deadline) else { return .notThere }
      self.connection = connection
      watch = nil
      return .connected
    } catch {
      return error.status == .timedOut ? .busy : .unusable(error)
    }
  }

  private func greet(_ pin: String?) throws(CommandError) {
    var hello = MethodParams("hello")
    hello.add("profile", profile)
    if let pin { hello.add("pin", json: .string(pin)) }
    send(CallRequest.line(id: WatchMessage.greetingID, method: hello.method, params: try hello.json()))
  }

  private func subscribe() {
    var params = JSONWriter()
    params.object {
      $0.name("topics")
      $0.array { for topic in state.subscribed { $0.string(topic) } }
    }
    send(
      CallRequest.line(id: WatchMessage.requestID, method: "subscribe", params: params.bytes)
        + CallRequest.line(id: WatchMessage.pingID, method: "ping", params: Array("{}".utf8)))
  }

  /// A new connection takes these few bytes at once; one that has closed may have sent the reason.
  private func send(_ line: [UInt8]) {
    _ = try? connection?.send(line, Deadline(.usual).within(Self.connectPatience))
  }

  private func startDaemon() -> WatchStateMachine.Event? {
    do throws(CommandError) {
      try own.begin(socket: path, launch)
      return nil
    } catch {
      return .startFailed(error)
    }
  }
}
