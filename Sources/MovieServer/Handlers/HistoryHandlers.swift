import EventLoop
import JSONRPC
import MovieProtocol
import MovieStore

/// `history` and its changes: see `MovieProtocol/Methods/History.swift`.
@LoopActor
enum HistoryHandlers {
  static let routes = [
    Route(HistoryMethod.self, .waiting(history)),
    Route(
      HistoryRemoveMethod.self, .waiting { try await forget($0[HistoryRemoveMethod.term], $0) },
      isChange: true),
    Route(HistoryClearMethod.self, .waiting { try await forget(nil, $0) }, isChange: true),
  ]

  static func history(_ call: Call) async throws -> Outcome {
    let history = try call.profile.history
    return .bytes(HistoryTerm.list.encode(try await history.terms(limit: call[HistoryMethod.limit])))
  }

  /// - Parameter term: nil: all of them.
  private static func forget(_ term: String?, _ call: Call) async throws -> Outcome {
    let isChanged = try await call.profile.history.forget(term)
    return .bytes(Changed.shape.encode(isChanged))
  }
}
