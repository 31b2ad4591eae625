/// The state of topic `server`.
package struct ServerState: Sendable {
  package enum Stage: String, JSONScalar, CaseIterable { case running, stopping }
  package enum Reason: String, JSONScalar, CaseIterable { case shutdown, restart }
  package typealias Task = (name: String, done: Int, total: Int?, waiting: Int)

  /// Nil: it runs.
  package var reason: Reason?
  package var network: Network
  package var tasks: [Task]

  package init(reason: Reason?, network: Network, tasks: [Task]) {
    (self.reason, self.network, self.tasks) = (reason, network, tasks)
  }

  package var stage: Stage { reason == nil ? .running : .stopping }
  package var version: String { Version.program }
}

extension ServerState: JSONObject {
  package static let shape = Shape<Self>("ServerState") {
    Member("state", \.stage, "stopping: the daemon closes the connection next.")
    Member("reason", \.reason, "Why it is stopping; restart: a new daemon follows.")
    Member("version", \.version, "Version of the program.")
    Member("network", \.network, "unknown until the first request to an upstream.")
    Member("tasks", \.tasks, in: task, "Long tasks in progress, such as library.import.")
  }

  package static let task = Shape<Task>("ServerTask") {
    Member("name", \.name, "Name of the task.")
    Member("done", \.done, "Items done; of catalogue.import and catalogue.update, percent.")
    Member("total", \.total, "Number of items.")
    Member("waiting", \.waiting, "Items that wait for an unreachable upstream.")
  }
}

/// Whether upstreams can be reached.
package enum Network: String, JSONScalar, CaseIterable { case online, offline, unknown }
