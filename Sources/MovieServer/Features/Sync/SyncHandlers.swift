import EventLoop
import JSONRPC
import MovieProtocol

/// `sync.reset`: see `MovieProtocol/Methods/Sync.swift`.
@LoopActor
enum SyncHandlers {
  static let handlers = [
    MethodHandler(SyncResetMethod.self, .waiting(reset), isChange: true, order: .atOnce)
  ]

  static func reset(_ call: Call) async throws -> Response {
    .bytes(Changed.shape.encode(try await call.change { try await call.server.sync?.reset() ?? false }))
  }
}
