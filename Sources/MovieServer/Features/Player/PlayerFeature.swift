import EventLoop

extension Player: Feature {
  convenience init(_ server: Server) {
    self.init(server.profiles.shared, environment: ProcessFacts.environment(), logger: server.logger)
  }

  var handlers: [MethodHandler] { PlayerHandlers.handlers }

  func begin(in server: Server) {
    let topic = server.topics.add(.player(self))
    onChange = { topic.changed($0) }
  }

  func hear(_ event: ServerEvent, from server: Server) {
    switch event {
    case .settingsChanged: use(server.profiles.shared)
    case .drained: stopWaiting()
    case .stopped: close()
    default: break
    }
  }

  /// Our own end would end what ends it.
  func endLast() async { await PlayerConnection.killed() }
}

extension Server {
  var player: Player { feature() }
}
