/// The state of topic `server`.
package enum ServerState {
  package enum Stage: String, JSONReadable, CaseIterable { case running, stopping }
  package enum Reason: String, JSONReadable, CaseIterable { case shutdown, upgrade }
  package typealias Task = (name: String, done: Int, total: Int?, waiting: Int)

  package static let shape = Shape<(reason: Reason?, network: Network, tasks: [Task])>("ServerState") {
    Member("state", "stopping: the daemon closes the connection next.") {
      $0.reason == nil ? Stage.running : .stopping
    }
    Member("reason", \.reason, "Why it is stopping; upgrade: a new daemon follows.")
    Member("version", "Version of the program.") { _ in Version.program }
    Member("network", \.network, "unknown until the first request to an upstream.")
    Member("tasks", \.tasks, in: task, "Long tasks in progress, such as library.import.")
  }

  private static let task = Shape<Task>("ServerTask") {
    Member("name", \.name, "Name of the task.")
    Member("done", \.done, "Items done.")
    Member("total", \.total, "Number of items.")
    Member("waiting", \.waiting, "Items that wait for an unreachable upstream.")
  }
}

/// Whether upstreams can be reached.
package enum Network: String, JSONReadable, CaseIterable { case online, offline, unknown }
