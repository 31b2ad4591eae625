import JSONRPC

/// The state machine of one `watch`: events go in, actions come out. Pure, without a clock.
///
/// There is always a next step: a descriptor to wait for, or ``due``. ``WatchLoop`` does the waiting.
///
///     waiting --connected--> (greeting -->) subscribing --subscribed--> following
///        |  ^                                               |
///    not there, may start                                closed
///        v  |                                               |
///     starting <--- at once, unless it sent `stopping` --- waiting
package struct WatchStateMachine: Sendable {
  package enum Event: Equatable, Sendable {
    case begun, connected
    /// No process listens.
    case notThere
    /// A process listens, but accepts no connection for now.
    case busy
    /// A socket that will never be usable, for example another user's.
    case unusable(CommandError)
    case message(WatchMessage)
    /// Bytes that movierpcd never sends.
    case foreign
    case closed
    /// Something changed where the socket is or should be.
    case appeared
    /// The daemon that was started listens.
    case ready
    case startFailed(CommandError)
    /// The PIN that was requested; nil: none was given.
    case pin(String?)
    /// ``due`` has come.
    case due
  }

  package enum Action: Equatable, Sendable {
    /// Answered by `connected`, `notThere`, `busy` or `unusable`.
    case connect
    /// Send `hello` with the profile, and with the PIN if there is one.
    case greet(pin: String?)
    /// Answered by `pin`. The failure's text is the prompt.
    case askForPIN(CommandError)
    case subscribe, disconnect
    /// Answered by `ready` or `startFailed`.
    case start
    /// It takes too long. Answered by `startFailed`.
    case giveUpStart
    /// Wait until the socket changes. Connecting instead would make systemd start a daemon that the user has
    /// just stopped.
    case awaitReturn
    case show(WatchMessage.State)
    case showOffline
    /// There is a daemon, but the profile's PIN is not known here.
    case showLocked
    case report(CommandError)
    case end(CommandError)
  }

  private enum Phase: Equatable {
    case waiting, greeting, subscribing, starting
    case following(subscription: String, since: MonotonicInstant)
  }

  private let topics: [String]
  private let greets: Bool
  private let mayStart: Bool
  private let path: String
  /// Reused for the next connection: there may be no user to ask again.
  private var pin: String?
  /// Why a PIN is requested.
  private var locked: CommandError?
  private var phase = Phase.waiting
  private var isOffline = false
  /// The daemon sent `stopping`, or accepts no connection: the user who caused that does not want it started.
  private var isHeld = false
  /// Remaining checks although no process listens: the file exists before listen(2), `ready` is sent before
  /// accept.
  private var checks = 0
  private var retry = ReconnectBackoff(first: .milliseconds(250), maxPause: .seconds(30))
  private var starts = ReconnectBackoff(first: .seconds(1), maxPause: .seconds(30))
  private var nextStart: MonotonicInstant?
  /// How many more daemons may vanish and be restarted at once, before the next one must have lived as long
  /// as the longest pause.
  private var restarts = maxRestarts
  /// Reported once for each time without a daemon.
  private var reported: CommandError?
  /// When to act even if nothing happens, on the clock of ``handle(_:at:)``.
  package private(set) var due: MonotonicInstant?

  /// How long a first answer may take before the daemon counts as missing.
  package static let patience: Duration = .seconds(2)
  /// The `timeout_ms` of `subscribe` when it is not sent: some states may have to be fetched from upstream.
  package static let timeout: Duration = .seconds(15)
  private static let maxChecks = 8
  private static let maxRestarts = 5
  /// How long to wait before retrying a daemon that accepts no connection: nothing signals when it has room.
  private static let refusalPause: Duration = .milliseconds(750)
  /// How long to wait before retrying a locked profile: nothing signals when it is unlocked.
  private static let lockedPause: Duration = .seconds(5)
  /// A connection that lasted this long was no failure.
  private static let longEnough: Duration = .seconds(1)

  /// - Parameters:
  ///   - topics: the topics to show, in the order of their first lines.
  ///   - greets: a profile is to be selected. Only then does it subscribe: earlier requests would be answered
  ///     for the previous profile.
  ///   - path: the path of the socket, for messages.
  package init(topics: [String], greets: Bool = false, mayStart: Bool, path: String) {
    self.topics = topics
    self.greets = greets
    self.mayStart = mayStart
    self.path = path
  }

  /// The topics to subscribe to: always including `server`, which reports whether a daemon stops on purpose.
  package var subscribed: [String] { topics + (topics.contains(Self.server) ? [] : [Self.server]) }
  private static let server = "server"

  /// True if a change at the socket's path should wake us.
  package var isWaiting: Bool { phase == .waiting }

  /// - Returns: what to do, in this order.
  package mutating func handle(_ event: Event, at now: MonotonicInstant) -> [Action] {
    switch event {
    case .begun: return [.connect]
    case .connected:
      due = now + Self.patience
      let greets = greets || pin != nil
      phase = greets ? .greeting : .subscribing
      return [greets ? .greet(pin: pin) : .subscribe]
    case .notThere: return goOffline() + searched(now)
    case .busy:
      due = now + Self.refusalPause
      return goOffline()
    case .unusable(let failure): return [.end(failure)]
    case .message(let message): return received(message, now)
    case .foreign: return [.end(.unreachable("the program that listens at \(path) is not movierpcd"))]
    case .closed: return lost(now)
    case .appeared:
      guard phase == .waiting else { return [] }
      return checkDaemon()
    case .ready:
      phase = .waiting
      return checkDaemon()
    case .startFailed(let failure):
      phase = .waiting
      due = nextStart
      return report(failure)
    case .pin(let pin):
      // The prompt may have taken long, and the connection may be gone meanwhile, which is noticed next.
      self.pin = pin
      guard pin != nil else { return waitForUnlock(now, locked) }
      phase = .greeting
      due = now + Self.patience
      return [.greet(pin: pin)]
    case .due:
      due = nil
      return dueCame()
    }
  }

  private mutating func checkDaemon() -> [Action] {
    checks = Self.maxChecks
    due = nil
    return [.connect]
  }

  /// No process listens.
  private mutating func searched(_ now: MonotonicInstant) -> [Action] {
    phase = .waiting
    due = nil
    if checks > 0 {
      checks -= 1
      // 10, 20, ... 250 ms: about a second in all.
      due = now + .milliseconds(min(10 << (Self.maxChecks - 1 - checks), 250))
    } else if mayStart, !isHeld {
      if let nextStart, now < nextStart {
        due = nextStart
        return []
      }
      // A daemon that exits as soon as it runs is restarted again and again, but at growing intervals.
      nextStart = now + starts.next()
      phase = .starting
      due = now + DaemonStart.patience
      return [.start]
    }
    return []
  }

  private mutating func received(_ message: WatchMessage, _ now: MonotonicInstant) -> [Action] {
    switch (phase, message) {
    case (.subscribing, .alive):
      due = now + Self.timeout + Self.patience
      return []
    case (.subscribing, .subscribed(let id, let states, let failed)):
      phase = .following(subscription: id, since: now)
      due = nil
      isOffline = false
      isHeld = false
      checks = 0
      locked = nil
      reported = nil
      for state in states { record(state) }
      // The daemon reports by itself when they have one.
      return topics.compactMap { topic in states.first { $0.topic == topic } }.map(Action.show)
        + failed.map(Action.report)
    case (.greeting, .greeted):
      phase = .subscribing
      due = now + Self.patience
      return [.subscribe]
    case (.greeting, .needsPIN(let failure)), (.subscribing, .needsPIN(let failure)):
      // After a wrong one there is no second prompt, since wrong ones make the daemon slower.
      guard pin == nil else { return [.end(failure)] }
      // Nor if none was given: the profile may be unlocked meanwhile.
      let isFirst = locked == nil
      locked = failure
      return isFirst ? [.askForPIN(failure)] : waitForUnlock(now, failure)
    case (.greeting, .refused(let failure)), (.subscribing, .refused(let failure)):
      // After wrong PINs of any client a right one has to wait.
      if failure.kind == "forbidden", failure.status == .tryLater { return waitForUnlock(now, failure) }
      // Stopping, or full: the user who caused that does not want it started.
      isHeld = ["overloaded", "cancelled"].contains(failure.kind)
      // Upstream may be unreachable. Any other error will not go away by itself.
      guard isHeld || [.tryLater, .timedOut].contains(failure.status) else { return [.end(failure)] }
      phase = .waiting
      due = now + (isHeld ? Self.refusalPause : max(Self.refusalPause, retry.next()))
      return [.disconnect] + goOffline() + report(failure)
    case (.following(let id, _), .event(let subscription, let state)) where id == subscription:
      record(state)
      return topics.contains(state.topic) ? [.show(state)] : []
    default: return []
    }
  }

  private mutating func waitForUnlock(_ now: MonotonicInstant, _ failure: CommandError?) -> [Action] {
    phase = .waiting
    due = now + Self.lockedPause
    isOffline = false
    return [.disconnect, .showLocked] + (failure.map { report($0) } ?? [])
  }

  private mutating func record(_ state: WatchMessage.State) {
    guard state.topic == Self.server else { return }
    isHeld = (try? JSONValue(parsing: state.data.span))?["state"] == "stopping"
  }

  private mutating func lost(_ now: MonotonicInstant) -> [Action] {
    let before = phase
    phase = .waiting
    due = nil
    guard case .following(_, let since) = before else {
      // The sockets of a killed daemon are closed one after the other: the first time means nothing yet.
      let isFirst = retry.isFresh
      due = now + retry.next()
      let failure = CommandError.unreachable(
        "the program that listens at \(path) closed the connection without an answer")
      return goOffline() + (isFirst ? [] : report(failure))
    }
    let life = now - since
    if life >= starts.maxPause { restarts = Self.maxRestarts }
    if life >= Self.longEnough {
      retry.reset()
      if restarts > 0 {
        restarts -= 1
        starts.reset()
        nextStart = now
      }
    }
    if isHeld { return goOffline() + [.awaitReturn] }
    guard life >= Self.longEnough else {
      due = now + retry.next()
      return goOffline()
    }
    return goOffline() + [.connect]
  }

  private mutating func dueCame() -> [Action] {
    switch phase {
    case .waiting: return [.connect]
    case .greeting, .subscribing:
      // It may be suspended, and answer when it continues.
      return goOffline() + report(.unreachable("the daemon at \(path) does not answer"))
    case .starting: return [.giveUpStart]
    case .following: return []
    }
  }

  private mutating func goOffline() -> [Action] {
    guard !isOffline else { return [] }
    isOffline = true
    return [.showOffline]
  }

  private mutating func report(_ failure: CommandError) -> [Action] {
    guard reported != failure else { return [] }
    reported = failure
    return [.report(failure)]
  }
}
