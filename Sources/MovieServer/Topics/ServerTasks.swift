import EventLoop

/// Long work under way, as topic `server` tells it.
@LoopActor
final class ServerTasks {
  /// Called when something of it is another: whoever listens must only mark.
  var onChange: (@LoopActor () -> Void)?
  private(set) var all: [ServerTask] = []

  /// - Parameter onStop: called when the daemon is to end before the work has.
  func begin(_ name: String, onStop: @escaping @LoopActor () -> Void) -> ServerTask {
    let task = ServerTask(name, self, onStop: onStop)
    all.append(task)
    onChange?()
    return task
  }

  /// The daemon ends.
  func stop() {
    for task in all { task.onStop() }
  }

  fileprivate func end(_ task: ServerTask) {
    all.removeAll { $0 === task }
    onChange?()
  }
}

@LoopActor
final class ServerTask {
  let name: String
  private(set) var done = 0
  /// Nil while that is not known.
  private(set) var total: Int?
  /// So much of it waits for upstream, which cannot be asked for the moment.
  private(set) var waiting = 0
  private let tasks: ServerTasks
  fileprivate let onStop: @LoopActor () -> Void

  fileprivate init(_ name: String, _ tasks: ServerTasks, onStop: @escaping @LoopActor () -> Void) {
    (self.name, self.tasks, self.onStop) = (name, tasks, onStop)
  }

  func expect(_ total: Int) {
    self.total = total
    tasks.onChange?()
  }

  func advance() {
    done += 1
    tasks.onChange?()
  }

  func wait(for count: Int) {
    guard count != waiting else { return }
    waiting = count
    tasks.onChange?()
  }

  /// It is over, well or not.
  func end() { tasks.end(self) }
}
