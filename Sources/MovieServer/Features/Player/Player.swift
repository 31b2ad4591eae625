import EventLoop
import Glibc
import JSONRPC
import Logging
import MovieProtocol

/// The one player: performs the actions of ``PlayerStateMachine``, and passes mpv's messages to it.
@LoopActor
final class Player {
  /// Called when the state changes; it must only mark.
  var onChange: (@LoopActor (Throttle.Change) -> Void)?
  private(set) var life = PlayerStateMachine()
  /// Finds the next item to play.
  let search = VideoSearch()
  private var connection: PlayerConnection?
  private var starts = 0
  private var command: [String]
  private var stays: Bool
  private let environment: [String: String]
  private let logger: Logger

  private var display: PlayerProgram.Display?
  /// The program that could not be started last time.
  private(set) var missing: String?
  /// Requests that wait until their item plays or has failed.
  private var loading: [(item: Int, continuation: CheckedContinuation<Answer, Never>)] = []
  private var item = 0
  /// Calls that wait for mpv's reply to a query.
  private var queries: [Int: CheckedContinuation<JSONValue?, Never>] = [:]
  /// Calls that wait until mpv has completed a seek.
  private var moving: [CheckedContinuation<Void, Never>] = []
  private var lastID = Player.firstQueryID
  private let sampling = LoopTimer()
  /// Running while mpv loads an item and has not answered, and while it has been told to quit.
  private let (answering, quitting) = (LoopTimer(), LoopTimer())
  private var isObserved = false

  /// Above the ids of ``PlayerStateMachine``.
  private static let firstQueryID = 1 << 32
  /// mpv answers within a millisecond unless it hangs or the machine is busy.
  var answerTimeout: Duration = .seconds(1)
  /// For the first answer: starting may take long on a busy machine.
  var startTimeout: Duration = .seconds(10)
  /// From the `quit` until it is killed.
  private static let quitTimeout: Duration = .seconds(2)

  init(_ settings: Settings, environment: [String: String], logger: Logger) {
    (command, stays) = (settings.playerCommand, settings.playerStays)
    self.environment = environment
    self.logger = logger
  }

  var state: PlayerState { life.state }
  var pid: Int32? { connection?.pid }

  /// Takes effect with the next start of mpv.
  func use(_ settings: Settings) { (command, stays) = (settings.playerCommand, settings.playerStays) }

  enum Answer {
    /// It plays, or has failed.
    case settled
    /// Another item was requested meanwhile.
    case replaced
    /// It is still loading.
    case late
  }

  /// - Parameter items: the next is tried if one cannot be played.
  func play(_ items: [PlayItem], _ display: PlayerProgram.Display?, patience: Duration) async -> Answer {
    self.display = display
    self.item += 1
    let number = self.item
    resumeLoading(before: number)
    perform(life.play(items))
    let timer = LoopTimer()
    defer { timer.close() }
    return await withCheckedContinuation { continuation in
      // The state may have changed: entering a continuation can leave the loop for a moment.
      guard self.item == number else { return continuation.resume(returning: .replaced) }
      guard life.state.stage == .loading else { return continuation.resume(returning: .settled) }
      loading.append((number, continuation))
      timer.start(after: patience) { self.resumeLoading(before: number + 1, .late) }
    }
  }

  /// Performs a verb, and returns when mpv has done it.
  func make(_ change: (inout PlayerStateMachine) -> [PlayerStateMachine.Action]) async {
    let actions = change(&life)
    perform(actions)
    // mpv answers a seek long before it is complete.
    if actions.contains(where: { if case .seek = $0 { true } else { false } }) { await untilMoved() }
    // mpv may report the change only after the answer, so the value is queried.
    for case .set(let name, _) in actions {
      if let value = await getProperty(name) { perform(life.handle(.property(name: name, value: value))) }
    }
    await refresh()
  }

  private func untilMoved() async {
    guard connection != nil, life.state.isLoaded else { return }
    let timer = LoopTimer()
    defer { timer.close() }
    await withCheckedContinuation { continuation in
      moving.append(continuation)
      timer.start(after: answerTimeout) { self.moved() }
    }
  }

  private func moved() {
    let ready = moving
    moving = []
    for one in ready { one.resume() }
  }

  /// Queries mpv's position; returns at once if nothing is played.
  ///
  /// - Parameter change: `progress`: it has only gone on.
  func refresh(_ change: Throttle.Change = .state) async {
    guard connection != nil, life.state.isLoaded, life.state.stage != .loading else { return }
    perform(life.position(await getProperty("time-pos")?.doubleValue), change)
  }

  /// The first client follows the topic, or the last one has left.
  func setObserved(_ isObserved: Bool) {
    self.isObserved = isObserved
    if isObserved { sample() } else { stopSampling() }
  }

  /// Requests that wait until their item plays are answered now.
  func stopWaiting() { resumeLoading(before: .max, .late) }

  /// At the end of the daemon.
  func close() {
    for timer in [sampling, answering, quitting] { timer.close() }
    // An mpv that hangs would not notice that we are gone.
    if !stays, life.isUnanswered { connection?.kill() }
    connection?.close()
    connection = nil
    resumeLoading(before: .max)
    forget()
  }

  private func perform(_ actions: [PlayerStateMachine.Action], _ change: Throttle.Change = .state) {
    for action in actions {
      switch action {
      case .start: start()
      case .load(let item, let id):
        connection?.send(MPVCommand.line(["loadfile", .string(item.url), "replace"], id: id))
        answering.start(after: startTimeout) { [weak self] in
          if let self, life.isUnanswered { lose() }
        }
      case .set(let name, let value):
        connection?.send(MPVCommand.line(["set_property", .string(name), value]))
      case .seek(let seconds, let isRelative):
        connection?.send(
          MPVCommand.line(["seek", .double(seconds), isRelative ? "relative" : "absolute"]))
      case .quit:
        connection?.send(MPVCommand.line(["quit"]))
        quitting.start(after: Self.quitTimeout) { [weak self] in self?.lose() }
      case .changed:
        onChange?(change)
        if isObserved { sample() }
      case .moved:
        moved()
        if isObserved { LoopTask.start { await self.refresh() } }
      case .settled: resumeLoading(before: .max)
      }
    }
  }

  /// Ends an mpv that hangs.
  private func lose() {
    guard let connection else { return }
    logger.warning("player does not answer; killed", metadata: ["pid": "\(pid ?? 0)"])
    connection.kill()
    connection.close()
    self.connection = nil
    for timer in [answering, quitting] { timer.stop() }
    forget()
    perform(life.lost())
  }

  private func start() {
    connection?.close()
    connection = nil
    quitting.stop()
    let isService = PlayerProgram.isService(environment, pid: getpid())
    let program = PlayerProgram(command, environment, display, unit: isService ? PlayerUnit() : nil)
    do {
      // An older one may still be ending.
      starts += 1
      let number = starts
      let connection = try PlayerConnection(
        program, stays: stays,
        onMessage: { [unowned self] message in if number == starts { handle(message) } },
        onExit: { [unowned self] exit in if number == starts { exited(exit) } })
      self.connection = connection
      missing = nil
      logger.debug("player started", metadata: ["pid": "\(pid ?? 0)"])
      connection.send(MPVCommand.line(["request_log_messages", "error"]))
      for (index, name) in ["pause", "duration", "volume"].enumerated() {
        connection.send(MPVCommand.line(["observe_property", .integer(index + 1), .string(name)]))
      }
    } catch {
      logger.warning("player did not start: \(error)")
      missing = command.first ?? "mpv"
      perform(life.couldNotStart("\(error)"))
    }
  }

  private func handle(_ message: MPVMessage) {
    if case .reply(let id, _, let data) = message, id >= Self.firstQueryID {
      queries.removeValue(forKey: id)?.resume(returning: data)
      return
    }
    guard message == .playbackRestarted, life.state.stage == .loading else {
      return perform(life.handle(message))
    }
    // The state that says it plays includes the position.
    let number = item
    LoopTask.start { [weak self] in
      guard let self else { return }
      let seconds = await getProperty("time-pos")?.doubleValue
      guard item == number else { return }
      perform(life.position(seconds))
      perform(life.handle(message))
    }
  }

  private func exited(_ exit: ChildProcess.Exit) {
    connection?.close()
    connection = nil
    for timer in [answering, quitting] { timer.stop() }
    forget()
    perform(life.exited(status: Int(exit.status), signal: Int(exit.signal)))
  }

  private func getProperty(_ property: String) async -> JSONValue? {
    guard let connection else { return nil }
    lastID += 1
    let id = lastID
    let timer = LoopTimer()
    defer { timer.close() }
    return await withCheckedContinuation { continuation in
      queries[id] = continuation
      timer.start(after: answerTimeout) { self.queries.removeValue(forKey: id)?.resume(returning: nil) }
      connection.send(MPVCommand.line(["get_property", .string(property)], id: id))
    }
  }

  /// Ends all waits for mpv: it will not answer any more.
  private func forget() {
    let waiting = queries
    queries = [:]
    for one in waiting.values { one.resume(returning: nil) }
    moved()
  }

  private func resumeLoading(before number: Int, _ answer: Answer = .settled) {
    let ready = loading.filter { $0.item < number }
    loading.removeAll { $0.item < number }
    for one in ready { one.continuation.resume(returning: one.item == item ? answer : .replaced) }
  }

  /// Once a second while it plays and a client follows.
  private func sample() {
    guard life.state.stage == .playing else { return stopSampling() }
    guard !sampling.isActive else { return }
    sampling.start(after: .seconds(1), repeating: .seconds(1)) {
      LoopTask.start { await self.refresh(.progress) }
    }
  }

  private func stopSampling() { sampling.stop() }
}
