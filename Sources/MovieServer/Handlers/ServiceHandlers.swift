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
    MethodHandler(ShutdownMethod.self, .immediate(shutdown)),
    MethodHandler(DiscoverMethod.self, .immediate(discover)),
  ]

  static func status(_ call: Call) throws(RPCError) -> Response {
    let server = call.server
    var writer = JSONWriter(reserving: 2048)
    writer.object { writer in
      writer.member("pid", ProcessFacts.pid)
      writer.member("version", Version.program)
      writer.member("protocol", Version.wire)
      writer.member("instance", server.instance)
      writer.member("uptime_ms", Int((EventLoop.hrtime &- server.startedAt) / 1_000_000))
      writer.member("memory_bytes", ProcessFacts.residentBytes())
      writer.member("connections", server.sessions.count)
      writer.member("subscriptions", server.sessions.reduce(0) { $0 + $1.subscriptions.count })
      writer.member("in_flight", server.inFlight.count)
      let status = server.titles.status
      writer.member("network", status.network.rawValue)
      writer.name("sources")
      writer.array { writer in for source in status.sources { write(source, into: &writer) } }
      writer.name("cache")
      writer.object { writer in
        writer.member("memory_bytes", server.results.bytes + status.memoryBytes)
        writer.member("disk_bytes", status.diskBytes)
        writer.member("images_bytes", server.images?.bytes ?? 0)
        writer.member("hits", server.results.hits + status.hits)
        writer.member("stale", status.stale)
        writer.member("misses", status.misses)
        writer.member("coalesced", status.coalesced)
      }
      writer.name("catalogue")
      writer.object { writer in
        writer.member("titles", server.titles.count)
        writer.member("as_of", server.titles.asOf)
      }
      writer.name("methods")
      writer.object { writer in writeMethods(server, into: &writer) }
    }
    return .bytes(writer.bytes)
  }

  private static func write(_ source: UpstreamStatus.Source, into writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("name", source.name)
      writer.member("state", source.state)
      writer.member("reason", source.reason?.rawValue)
      writer.member("rate_left", source.rateLeft)
      writer.member("calls", source.calls)
      writer.member("errors", source.errors)
      writer.member("retry_at", source.retryAt.map(Timestamp.text))
    }
  }

  private static func writeMethods(_ server: Server, into writer: inout JSONWriter) {
    for handler in server.router.handlers {
      let figures = server.statistics.methods[handler.index]
      guard figures.calls > 0 else { continue }
      writer.name(handler.method.name)
      writer.object { writer in
        writer.member("calls", figures.calls)
        writer.member("errors", figures.errors)
        writer.member("p50_us", figures.latency.percentile(0.5))
        writer.member("p99_us", figures.latency.percentile(0.99))
      }
    }
  }

  static func clients(_ call: Call) throws(RPCError) -> Response {
    var writer = JSONWriter()
    writer.object { writer in
      writer.name("clients")
      writer.array { writer in
        for session in call.server.sessions {
          writer.object { writer in
            writer.member("pid", session.stream.peer.map { Int($0.pid) })
            writer.member("client", session.client)
            writer.member("version", session.clientVersion)
            writer.member("profile", session.profile.name)
            writer.member("connected_at", Timestamp.text(session.connectedAt))
            writer.member("requests", session.activity.requests)
            writer.member("in_flight", session.requests.count)
            writer.member("subscriptions", session.subscriptions.count)
            writer.member("waiting_bytes", session.stream.waitingBytes)
            writer.member(
              "last_method", session.activity.lastMethod.map { call.server.router.handlers[$0].method.name })
            writer.member("self", session === call.session)
          }
        }
      }
    }
    return .bytes(writer.bytes)
  }

  static func shutdown(_ call: Call) throws(RPCError) -> Response {
    call.server.logger.notice("shutdown requested", metadata: ["client": "\(call.session.client ?? "?")"])
    let server = call.server
    // After this answer: the client that sent it is read and notified like all others.
    // Once: sending `shutdown` twice does not mean that it should not wait.
    LoopTask.start { if !server.isStopping { server.stop() } }
    return .bytes(Array("{}".utf8))
  }

  static func discover(_ call: Call) throws(RPCError) -> Response {
    .bytes(document)
  }

  private static let document = Array(OpenRPC.document().text().utf8)
}
