import EventLoop
import JSONRPC
import MovieProtocol
import MovieStore

/// `history` and its changes: see `MovieProtocol/Methods/History.swift`.
@LoopActor
enum HistoryMethods {
  static let handled = [
    MethodHandler(.history, .waiting(history)),
    MethodHandler(.historyRemove, .waiting(forget), isChange: true),
    MethodHandler(.historyClear, .waiting(forget), isChange: true),
  ]

  static func history(_ call: Call) async throws -> Outcome {
    let history = try call.profile.history
    let limit = call.arguments.integer("limit") ?? 20
    return .bytes(HistoryTerm.encode(try await history.terms(limit: limit)))
  }

  /// Removes one search, or all of them.
  static func forget(_ call: Call) async throws -> Outcome {
    let history = try call.profile.history
    let isChanged = try await history.forget(call.arguments.text("term"))
    return .bytes(Array(isChanged ? #"{"changed":true}"#.utf8 : #"{"changed":false}"#.utf8))
  }
}
