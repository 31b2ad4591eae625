import EventLoop

/// Long-running work, as topic `server` reports it.
@LoopActor
final class ServerTasks {
  /// Called when any task changes: the listener may only mark.
  var onChange: (@LoopActor (Throttle.Change) -> Void)?
  private(set) var all: [ServerTask] = []

  /// - Parameter onStop: called when the daemon is to end before the work is done.
  func begin(_ name: String, onStop: @escaping @LoopActor () -> Void) -> ServerTask {
    let task = ServerTask(name, self, onStop: onStop)
    all.append(task)
    onChange?(.state)
    return task
  }

  /// The daemon ends.
  func stop() {
    for task in all { task.onStop() }
  }

  fileprivate func end(_ task: ServerTask) {
    all.removeAll { $0 === task }
    onChange?(.state)
  }
}

@LoopActor
final class ServerTask {
  let name: String
  private(set) var done = 0
  /// Nil while it is unknown.
  private(set) var total: Int?
  /// How many of its items wait for upstream, which is currently unavailable.
  private(set) var waiting = 0
  private let tasks: ServerTasks
  fileprivate let onStop: @LoopActor () -> Void

  fileprivate init(_ name: String, _ tasks: ServerTasks, onStop: @escaping @LoopActor () -> Void) {
    (self.name, self.tasks, self.onStop) = (name, tasks, onStop)
  }

  func expect(_ total: Int) {
    self.total = total
    tasks.onChange?(.progress)
  }

  func advance() {
    done += 1
    tasks.onChange?(.progress)
  }

  func reach(_ done: Int) {
    guard done != self.done else { return }
    self.done = done
    tasks.onChange?(.progress)
  }

  func wait(for count: Int) {
    guard count != waiting else { return }
    waiting = count
    tasks.onChange?(.progress)
  }

  /// It has ended, successfully or not.
  func end() { tasks.end(self) }
}
