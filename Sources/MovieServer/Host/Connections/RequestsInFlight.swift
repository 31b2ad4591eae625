import EventLoop

/// Every request of every connection that waits for its answer, and one timer for their deadlines.
///
/// The timer runs only while a request with a deadline waits, so an idle daemon does not wake up.
@LoopActor
final class RequestsInFlight {
  private var requests: [Request] = []
  private let timer = LoopTimer()
  private var armedFor: LoopInstant?

  var count: Int { requests.count }

  func add(_ request: Request) {
    request.place = requests.count
    requests.append(request)
    if request.deadline < armedFor ?? .distantFuture { arm(request.deadline) }
  }

  /// Removes `request` in constant time: the last one moves into its place.
  func remove(_ request: Request) {
    guard let place = request.place else { return }
    request.place = nil
    let last = requests.removeLast()
    if last !== request {
      requests[place] = last
      last.place = place
    }
    if requests.isEmpty {
      timer.stop()
      armedFor = nil
    }
  }

  func all(of session: Session) -> [Request] {
    requests.filter { $0.session === session }
  }

  /// The daemon ends. Changes that wait for an upstream are refused as well; those that the library has begun
  /// are completed.
  func end() {
    for request in requests {
      if request.isChange { request.task?.cancel() } else { request.cancel(by: .shutdown) }
    }
  }

  func close() {
    timer.close()
  }

  private func arm(_ deadline: LoopInstant) {
    armedFor = deadline
    timer.start(at: deadline) { self.expire() }
  }

  private func expire() {
    armedFor = nil
    let now = EventLoop.now
    for request in requests where request.deadline <= now { request.expire() }
    if let next = requests.map(\.deadline).min(), next < .distantFuture { arm(next) }
  }
}
