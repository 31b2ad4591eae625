import EventLoop

/// Long work under way, as topic `server` tells it.
@LoopActor
final class ServerTasks {
  /// Called when something of it is another: whoever listens must only mark.
  var onChange: (@LoopActor () -> Void)?
  private(set) var all: [ServerTask] = []

  func begin(_ name: String) -> ServerTask {
    let task = ServerTask(name, self)
    all.append(task)
    onChange?()
    return task
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
  private let tasks: ServerTasks

  fileprivate init(_ name: String, _ tasks: ServerTasks) {
    (self.name, self.tasks) = (name, tasks)
  }

  func expect(_ total: Int) {
    self.total = total
    tasks.onChange?()
  }

  func advance() {
    done += 1
    tasks.onChange?()
  }

  /// It is over, well or not.
  func end() { tasks.end(self) }
}
