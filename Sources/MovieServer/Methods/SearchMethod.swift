import EventLoop
import MovieProtocol
import MovieSources

/// `search`: see `MovieProtocol/Methods/Search.swift`.
@LoopActor
enum SearchMethod {
  static let handled = [Handling(.search, .waiting(answer), isKept: true)]

  static func answer(_ call: Call) async throws -> Outcome {
    let asked = try Asked(call)
    let params = SearchParams(asked.arguments, defaultDebounce: call.server.settings.current.debounce)
    if let request = call.request, let name = params.supersedes { call.session.supersede(name, by: request) }
    if params.debounce > 0 { try await EventLoop.sleep(milliseconds: UInt64(params.debounce)) }
    // A search that waits or replaces others does so each time, so only the plain ones are found by their
    // bytes.
    return try await asked.kept(hasAlias: params.debounce == 0 && params.supersedes == nil) {
      let found = try await call.server.titles.search(params, asked.asking)
      return asked.page(found, page: params.page, pageSize: params.pageSize)
    }
  }
}
