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
      let titles = request.titles
      async let others = included(request, page: params.page, options)
      var found = try await titles.search(params, options)
      let people = try await others
      if let people { found.meta = found.meta.joined(people.meta) }
      call.server.profiles.renew(found, language: request.options.language)
      let page = request.titlePage(found, page: params.page, pageSize: params.pageSize)
      return request.result(
        reserving: 1024 * (found.titles.count + 1), found.meta,
        listener: params.page == 1
          ? AnsweredSearch(
            params.q, totalResults: found.total, in: call.server.searches(of: request.profile)) : nil
      ) {
        SearchMethod.answer.write((page, people?.value), into: &$0)
      }
    }
    if isRecorded, case .cached(let result) = outcome { result.listener?.resultIsSent() }
    return outcome
  }

  /// Nil: they are not asked for.
  private static func included(
    _ request: TitleRequest, page: Int, _ options: FetchOptions
  ) async throws -> Found<[Person]>? {
    guard request[SearchMethod.include].contains(.people) else { return nil }
    guard page == 1 else { return Found([], meta: ProfileTitles.nothing) }
    return try await request.titles.people(beside: request[SearchMethod.q], options)
  }
}
