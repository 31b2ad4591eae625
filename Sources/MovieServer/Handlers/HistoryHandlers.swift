import EventLoop
import JSONRPC
import MovieProtocol
import MovieStore

/// `history` and its changes: see `MovieProtocol/Methods/History.swift`.
@LoopActor
enum HistoryHandlers {
  static let handlers = [
    MethodHandler(HistoryMethod.self, .waiting(history)),
    MethodHandler(
      HistoryRemoveMethod.self, .waiting { try await forget($0[HistoryRemoveMethod.term], $0) },
      isChange: true),
    MethodHandler(HistoryClearMethod.self, .waiting { try await forget(nil, $0) }, isChange: true),
  ]

  static func history(_ call: Call) async throws -> Response {
    let history = try call.profile.history
    return .bytes(HistoryTerm.list.encode(try await history.terms(limit: call[HistoryMethod.limit])))
  }

  /// - Parameter term: nil: all of them.
  private static func forget(_ term: String?, _ call: Call) async throws -> Response {
    let isChanged = try await call.profile.history.forget(term)
    return .bytes(Changed.shape.encode(isChanged))
  }
}
