import EventLoop
import JSONRPC
import MovieProtocol
import MovieStore

/// `searches` and its changes: see `MovieProtocol/Methods/Searches.swift`.
@LoopActor
enum SearchesHandlers {
  static let handlers = [
    MethodHandler(SearchesMethod.self, .waiting(searches)),
    MethodHandler(
      SearchesRemoveMethod.self, .waiting { try await forget($0[SearchesRemoveMethod.term], $0) },
      isChange: true),
    MethodHandler(SearchesClearMethod.self, .waiting { try await forget(nil, $0) }, isChange: true),
  ]

  static func searches(_ call: Call) async throws -> Response {
    let request = try TitleRequest(call)
    let rows = TitlePage.rows(page: request[.page], pageSize: request[.pageSize]) ?? 0..<0
    let (terms, total, newest) = try await call.server.searches(of: request.profile).terms(in: rows)
    return request.page(SearchTerm.page, terms, of: total, last: newest)
  }

  /// - Parameter term: nil: all of them.
  private static func forget(_ term: String?, _ call: Call) async throws -> Response {
    let history = call.server.searches(of: try call.profile)
    let isChanged = try await call.change { try await history.forget(term) }
    return .bytes(Changed.shape.encode(isChanged))
  }
}
