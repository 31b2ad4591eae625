import EventLoop
import Glibc
import Testing

/// Waits for things that happen on the loop, without a clock: whoever changes something calls `changed`.
@LoopActor class Watched {
  private var waiting: [(condition: @LoopActor () -> Bool, continuation: CheckedContinuation<Void, Never>)] =
    []

  func changed() {
    let ready = waiting.filter { $0.condition() }
    waiting.removeAll { $0.condition() }
    for waiter in ready { waiter.continuation.resume() }
  }

  func until(_ condition: @escaping @LoopActor () -> Bool) async {
    if condition() { return }
    await withCheckedContinuation { waiting.append((condition, $0)) }
  }
}

/// Notes what a test's callbacks do, in order.
@LoopActor final class Log<Entry: Sendable>: Watched {
  private(set) var entries: [Entry] = []

  func note(_ entry: Entry) {
    entries.append(entry)
    changed()
  }

  func until(count: Int) async { await until { self.entries.count >= count } }
}

extension UnixStream {
  /// Two streams connected to each other.
  static func pair() throws -> (UnixStream, UnixStream) {
    var ends: [CInt] = [-1, -1]
    try #require(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
    return (try UnixStream(descriptor: ends[0]), try UnixStream(descriptor: ends[1]))
  }
}

/// One end of a connection that keeps everything it is told.
@LoopActor final class End: Watched, UnixStreamDelegate {
  let stream: UnixStream
  private(set) var received: [UInt8] = []
  private(set) var hasEnded = false
  private(set) var error: UVError?
  private(set) var drains = 0
  private(set) var waits = 0
  private(set) var isClosed = false
  var onRead: (@LoopActor (End) -> Void)?
  var onWillWrite: (@LoopActor (End) -> Void)?

  init(_ stream: UnixStream, reading: Bool = true) {
    self.stream = stream
    super.init()
    stream.delegate = self
    stream.onClose = { [weak self] in
      self?.isClosed = true
      self?.changed()
    }
    if reading { stream.startReading() }
  }

  static func pair(reading: (Bool, Bool) = (true, true)) throws -> (End, End) {
    let (first, second) = try UnixStream.pair()
    return (End(first, reading: reading.0), End(second, reading: reading.1))
  }

  func send(_ bytes: some Sequence<UInt8>) {
    stream.output.append(contentsOf: bytes)
    stream.setNeedsWrite()
  }

  func stream(_ stream: UnixStream, didRead bytes: Span<UInt8>) {
    bytes.withUnsafeBufferPointer { received.append(contentsOf: $0) }
    onRead?(self)
    changed()
  }

  func streamDidEnd(_ stream: UnixStream) {
    hasEnded = true
    changed()
  }

  func stream(_ stream: UnixStream, didFail error: UVError) {
    self.error = error
    changed()
  }

  func streamWillWrite(_ stream: UnixStream) { onWillWrite?(self) }

  func streamIsWaiting(_ stream: UnixStream) {
    waits += 1
    changed()
  }

  func streamDidDrain(_ stream: UnixStream) {
    drains += 1
    changed()
  }
}

/// Runs `body` at the end of a turn.
@LoopActor final class AtEndOfTurn: EndOfTurn {
  private let body: @LoopActor () -> Void
  init(_ body: @escaping @LoopActor () -> Void) { self.body = body }
  func endOfTurn() { body() }
}

/// Resumes a task from the end of a turn, when jobs have run and streams write.
@LoopActor final class EndOfTurnWaiter: EndOfTurn {
  private var continuation: CheckedContinuation<Void, Never>?

  static func wait() async {
    let waiter = EndOfTurnWaiter()
    await withCheckedContinuation {
      waiter.continuation = $0
      EventLoop.atEndOfTurn(waiter)
    }
  }

  func endOfTurn() { continuation?.resume() }
}

/// The ends of a socket.
func descriptors() throws -> (CInt, CInt) {
  var ends: [CInt] = [-1, -1]
  try #require(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
  return (ends[0], ends[1])
}

/// Lets the loop turn until something is so that nobody announces.
@LoopActor func turnLoop(until condition: @LoopActor () -> Bool) async {
  // Cancelled by the time limit of the test.
  while !condition(), !Task.isCancelled { await EndOfTurnWaiter.wait() }
}

/// Bytes that are the same in every run and repeat after no round number.
func pattern(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
  // Doubled from a piece of odd length: computing every byte takes a second a megabyte in a debug build.
  var state = seed
  var bytes: [UInt8] = []
  for _ in 0..<4099 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    bytes.append(UInt8(truncatingIfNeeded: state >> 56))
  }
  while bytes.count < count { bytes.append(contentsOf: bytes) }
  bytes.removeLast(bytes.count - count)
  return bytes
}

/// Runs `body` on threads that are neither the loop's nor Swift's. Returns once they are started.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  final class Start: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
  for index in 0..<count {
    var thread = pthread_t()
    let start = Unmanaged.passRetained(Start { body(index) })
    let code = pthread_create(
      &thread, nil,
      { start in
        if let start { Unmanaged<Start>.fromOpaque(start).takeRetainedValue().run() }
        return nil
      }, start.toOpaque())
    precondition(code == 0)
    pthread_detach(thread)
  }
}

/// For exit tests: a loop on the calling thread that runs `body` and as long as it keeps something open.
/// Returns what `EventLoop.close` reports.
func withFreshLoop(_ body: @escaping @LoopActor () async throws -> Void) throws -> [String] {
  try EventLoop.open()
  LoopTask.start {
    do {
      try await body()
    } catch {
      Issue.record(error)
    }
  }
  EventLoop.run()
  return EventLoop.close()
}
