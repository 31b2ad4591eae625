import EventLoop
import MovieProtocol
import MovieSources

/// `search`: see `MovieProtocol/Methods/Search.swift`.
@LoopActor
enum SearchHandler {
  static let handlers = [MethodHandler(SearchMethod.self, .waiting(answer), isCacheable: true)]

  static func answer(_ call: Call) async throws -> Response {
    let request = try TitleRequest(call)
    let params = SearchParams(request.arguments, defaultDebounce: request.profile.settings.debounce)
    if params.debounce > 0 { try await EventLoop.sleep(for: .milliseconds(params.debounce)) }
    let isRecorded = params.isRecorded && params.page == 1
    var options = request.options
    if params.upstreamDebounce > 0 {
      options.notBefore = EventLoop.now + .milliseconds(params.upstreamDebounce)
    }
    // A search that waits or is not recorded does so each time, so only plain ones are found by their bytes.
    let isPlain = params.debounce == 0 && params.isRecorded
    let outcome = try await request.cached(hasAlias: isPlain) { [options] in
      let found = try await request.titles.search(params, options)
      call.server.profiles.renew(found, language: request.options.language)
      return request.page(
        found, page: params.page, pageSize: params.pageSize,
        listener: params.page == 1
          ? AnsweredSearch(
            params.q, totalResults: found.total, in: call.server.searches(of: request.profile)) : nil)
    }
    if isRecorded, case .cached(let result) = outcome { result.listener?.resultIsSent() }
    return outcome
  }
}
