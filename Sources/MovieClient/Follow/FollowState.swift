import JSONRPC

/// The life of one `watch`: what happened goes in, what is to be done comes out. Pure, without a clock.
///
/// There always is a next step: a descriptor to wait for, or ``due``. ``Follower`` does the waiting.
///
///     waiting --connected--> (greeting -->) subscribing --subscribed--> following
///        |  ^                                               |
///    not there, may start                                closed
///        v  |                                               |
///     starting <--- at once, unless it said `stopping` ---- waiting
package struct FollowState: Sendable {
  package enum Event: Equatable, Sendable {
    case begun, connected
    /// Nobody listens.
    case notThere
    /// Somebody listens, but takes no connection for now.
    case busy
    /// A socket that will never do: another user's, for one.
    case unusable(Failure)
    case message(FollowMessage)
    /// Bytes no movierpcd sends.
    case foreign
    case closed
    /// Something changed where the socket is or should be.
    case appeared
    /// The daemon that was started listens.
    case ready
    case startFailed(Failure)
    /// The PIN that was asked for; nil: nobody gives it.
    case pin(String?)
    /// ``due`` has come.
    case due
  }

  package enum Action: Equatable, Sendable {
    /// Answered by `connected`, `notThere`, `busy` or `unusable`.
    case connect
    /// Say `hello` with the profile, and with the PIN where there is one.
    case greet(pin: String?)
    /// Answered by `pin`. The words are for those who may know it.
    case askForPIN(Failure)
    case subscribe, disconnect
    /// Answered by `ready` or `startFailed`.
    case start
    /// It takes too long. Answered by `startFailed`.
    case giveUpStart
    /// Wait until the socket is not what it was. Connecting instead would make systemd start a daemon that
    /// somebody has just stopped.
    case awaitReturn
    case show(FollowMessage.State)
    case showOffline
    /// There is a daemon, but the profile's PIN is not known here.
    case showLocked
    case report(Failure)
    case end(Failure)
  }

  private enum Phase: Equatable {
    case waiting, greeting, subscribing, starting
    case following(subscription: String, since: Int)
  }

  private let topics: [String]
  private let greets: Bool
  private let mayStart: Bool
  private let path: String
  /// Kept for the next connection: nobody is there to be asked again.
  private var pin: String?
  /// Why a PIN is asked for.
  private var locked: Failure?
  private var phase = Phase.waiting
  private var isOffline = false
  /// The daemon said `stopping`, or that it takes nobody: whoever did that does not want it started.
  private var isHeld = false
  /// Looks still to be taken although nobody listens: the file comes before listen(2), `ready` before accept.
  private var looks = 0
  private var retry = Backoff(first: 250, longest: 30_000)
  private var starts = Backoff(first: 1000, longest: 30_000)
  private var nextStart = 0
  /// So many daemons may still vanish and be followed by another at once, before the next one must have lived
  /// as long as the longest pause.
  private var restarts = maxRestarts
  /// Told once for each time without a daemon.
  private var reported: Failure?
  /// When something is to be done even if nothing happens, on the clock of ``take(_:at:)``.
  package private(set) var due: Int?

  /// How long a first answer may take before it counts as no daemon.
  package static let patience = 2000
  /// `timeout_ms` of `subscribe` where it is not sent: upstream may have to tell some states.
  package static let timeout = 15_000
  private static let maxChecks = 8
  private static let maxRestarts = 5
  /// A daemon that takes nobody now is asked again after so long: nothing tells when it has room.
  private static let refusalPause = 750
  /// A profile that is locked is looked at again after so long: nothing tells when it is unlocked.
  private static let lockedPause = 5000
  /// A connection that lasted so long was no failure, in milliseconds.
  private static let longEnough = 1000

  /// - Parameters:
  ///   - topics: those to show, in the order of their first lines.
  ///   - greets: a profile is to be chosen. Only then it is subscribed: what is asked meanwhile would be
  ///     answered for the profile before.
  ///   - path: the socket's, for messages.
  package init(topics: [String], greets: Bool = false, mayStart: Bool, path: String) {
    self.topics = topics
    self.greets = greets
    self.mayStart = mayStart
    self.path = path
  }

  /// What to subscribe to: `server` too, which says whether a daemon that goes was meant to go.
  package var subscribed: [String] { topics + (topics.contains(Self.server) ? [] : [Self.server]) }
  private static let server = "server"

  /// True where the change of the socket's place is worth being woken for.
  package var isWaiting: Bool { phase == .waiting }

  /// - Parameter now: milliseconds of a clock that never goes back.
  /// - Returns: what to do, in this order.
  package mutating func take(_ event: Event, at now: Int) -> [Action] {
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
    case .foreign: return [.end(.unreachable("what listens at \(path) is not movierpcd"))]
    case .closed: return lost(now)
    case .appeared:
      guard phase == .waiting else { return [] }
      return look()
    case .ready:
      phase = .waiting
      return look()
    case .startFailed(let failure):
      phase = .waiting
      due = nextStart
      return report(failure)
    case .pin(let pin):
      // A person may have taken long, and the connection may have gone meanwhile, which is seen next.
      self.pin = pin
      guard pin != nil else { return waitForUnlock(now) }
      phase = .greeting
      due = now + Self.patience
      return [.greet(pin: pin)]
    case .due:
      due = nil
      return dueCame()
    }
  }

  private mutating func look() -> [Action] {
    looks = Self.maxChecks
    due = nil
    return [.connect]
  }

  /// Nobody listens.
  private mutating func searched(_ now: Int) -> [Action] {
    phase = .waiting
    due = nil
    if looks > 0 {
      looks -= 1
      // 10, 20, ... 250 ms: about a second in all.
      due = now + min(10 << (Self.maxChecks - 1 - looks), 250)
    } else if mayStart, !isHeld {
      guard now >= nextStart else {
        due = nextStart
        return []
      }
      // A daemon that ends as soon as it runs is started again and again, but ever more seldom.
      nextStart = now + starts.next()
      phase = .starting
      due = now + Int(DaemonStart.patience)
      return [.start]
    }
    return []
  }

  private mutating func received(_ message: FollowMessage, _ now: Int) -> [Action] {
    switch (phase, message) {
    case (.subscribing, .alive):
      due = now + Self.timeout + Self.patience
      return []
    case (.subscribing, .subscribed(let id, let states, let failed)):
      phase = .following(subscription: id, since: now)
      due = nil
      isOffline = false
      isHeld = false
      looks = 0
      locked = nil
      reported = nil
      for state in states { note(state) }
      // The daemon tells by itself when they have one.
      return topics.compactMap { topic in states.first { $0.topic == topic } }.map(Action.show)
        + failed.map(Action.report)
    case (.greeting, .greeted):
      phase = .subscribing
      due = now + Self.patience
      return [.subscribe]
    case (.greeting, .needsPIN(let failure)), (.subscribing, .needsPIN(let failure)):
      // A wrong one is not asked for again, since wrong ones make the daemon slower.
      guard pin == nil else { return [.end(failure)] }
      // Nor is one that nobody gave: it may be unlocked meanwhile.
      let isFirst = locked == nil
      locked = failure
      return isFirst ? [.askForPIN(failure)] : waitForUnlock(now)
    case (.greeting, .refused(let failure)), (.subscribing, .refused(let failure)):
      // Stopping, or full: whoever did that does not want it started.
      isHeld = ["overloaded", "cancelled"].contains(failure.kind)
      // Upstream may be what is away. Anything else will be so the next time too.
      guard isHeld || [.tryLater, .timedOut].contains(failure.status) else { return [.end(failure)] }
      phase = .waiting
      due = now + (isHeld ? Self.refusalPause : max(Self.refusalPause, retry.next()))
      return [.disconnect] + goOffline() + report(failure)
    case (.following(let id, _), .event(let subscription, let state)) where id == subscription:
      note(state)
      return topics.contains(state.topic) ? [.show(state)] : []
    default: return []
    }
  }

  private mutating func waitForUnlock(_ now: Int) -> [Action] {
    phase = .waiting
    due = now + Self.lockedPause
    isOffline = false
    return [.disconnect, .showLocked] + (locked.map { report($0) } ?? [])
  }

  private mutating func note(_ state: FollowMessage.State) {
    guard state.topic == Self.server else { return }
    isHeld = (try? JSONValue(parsing: state.data.span))?["state"] == "stopping"
  }

  private mutating func lost(_ now: Int) -> [Action] {
    let before = phase
    phase = .waiting
    due = nil
    guard case .following(_, let since) = before else {
      // The sockets of one that was killed are closed one after the other: the first time says nothing yet.
      let isFirst = retry.isFresh
      due = now + retry.next()
      let failure = Failure.unreachable("what listens at \(path) closed the connection without an answer")
      return goOffline() + (isFirst ? [] : report(failure))
    }
    let life = now - since
    if life >= starts.longest { restarts = Self.maxRestarts }
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
      // It may be stopped, and answer when it goes on.
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

  private mutating func report(_ failure: Failure) -> [Action] {
    guard reported != failure else { return [] }
    reported = failure
    return [.report(failure)]
  }
}
