import EventLoop
import JSONRPC
import Logging
import MovieProtocol
import MovieSources

/// `status`, `clients`, `shutdown` and `rpc.discover`: see `MovieProtocol/Methods/Service.swift`.
@LoopActor
enum ServiceHandlers {
  static let handlers = [
    MethodHandler(StatusMethod.self, .immediate(status)),
    MethodHandler(ClientsMethod.self, .immediate(clients)),
    MethodHandler(ShutdownMethod.self, .immediate(shutdown), hasEffect: true),
    MethodHandler(DiscoverMethod.self, .immediate(discover)),
  ]

  static func status(_ call: Call) throws(RPCError) -> Response {
    let server = call.server
    let upstream = server.titles.status
    var status = DaemonStatus()
    status.pid = ProcessFacts.pid
    status.instance = server.instance(of: call.chosen)
    status.uptime = Int(HighResolutionInstant.now.nanoseconds(since: server.startedAt) / 1_000_000)
    status.memoryBytes = ProcessFacts.residentBytes()
    status.connections = server.sessions.count
    status.subscriptions = server.sessions.reduce(0) { $0 + $1.subscriptions.count }
    status.inFlight = server.inFlight.count
    status.clockBehind = server.time.behind.map { Int($0) }
    status.network = upstream.network
    status.sources = upstream.sources
    status.cache = upstream.cache
    status.cache.memoryBytes += server.results.bytes
    status.cache.hits += server.results.hits
    status.catalogue = server.titles.catalogue
    for feature in server.features { feature.describe(in: &status, of: server) }
    status.methods = methods(server)
    return .bytes(status.encoded(reserving: 2048))
  }

  /// Those that were called.
  private static func methods(_ server: Server) -> JSONMap<MethodStatus> {
    let called = server.router.handlers.filter { server.statistics.methods[$0.index].calls > 0 }
    return JSONMap(
      called.map { handler in
        let figures = server.statistics.methods[handler.index]
        return (
          handler.method.name,
          MethodStatus(
            calls: figures.calls, errors: figures.errors, median: figures.latency.percentile(0.5),
            percentile99: figures.latency.percentile(0.99))
        )
      })
  }

  static func clients(_ call: Call) throws(RPCError) -> Response {
    .bytes(ClientStatus.list.encode(call.server.sessions.map { status(of: $0, call) }))
  }

  private static func status(of session: Session, _ call: Call) -> ClientStatus {
    var client = ClientStatus(
      profile: session.profile.name, connectedAt: session.connectedAt)
    client.pid = session.stream.peer?.pid.map(Int.init)
    client.client = session.client
    client.version = session.clientVersion
    client.requests = session.activity.requests
    client.inFlight = session.requests.count
    client.subscriptions = session.subscriptions.count
    client.waitingBytes = session.stream.waitingBytes
    client.lastMethod = session.activity.lastMethod.map { call.server.router.handlers[$0].method.name }
    client.isSelf = session === call.session
    return client
  }

  static func shutdown(_ call: Call) throws(RPCError) -> Response {
    call.server.logger.notice("shutdown requested", metadata: ["client": "\(call.session.client ?? "?")"])
    let (server, reason) = (call.server, call[ShutdownMethod.reason])
    // After this answer: the client that sent it is read and notified like all others.
    // Once: sending `shutdown` twice does not mean that it should not wait.
    LoopTask.start { if !server.isStopping { server.stop(reason) } }
    return .bytes(Array("{}".utf8))
  }

  static func discover(_ call: Call) throws(RPCError) -> Response {
    .bytes(document)
  }

  private static let document = Array(OpenRPC.document().text().utf8)
}
