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
    let isReset = try await call.server.sync?.reset { try await call.change($0) } ?? false
    return .bytes(Changed.shape.encode(isReset))
  }
}
