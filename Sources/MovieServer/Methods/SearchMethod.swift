import EventLoop
import JSONRPC
import MovieProtocol

/// `search`: see `MovieProtocol/Methods/Search.swift`.
@LoopActor
enum SearchMethod {
  static let handled = [Handling(.search, .waiting(answer), isKept: true)]

  static func answer(_ call: Call) async throws -> Outcome {
    let server = call.server
    await server.settings.ready()
    let generation = server.results.generation
    let settings = server.settings.current
    let params = SearchParams(
      call.arguments, defaultPageSize: min(settings.pageSize, server.limits.pageSize),
      defaultDebounce: settings.debounce)
    guard params.pageSize <= server.limits.pageSize else {
      throw RPCError.pageSize(over: server.limits.pageSize)
    }
    if let request = call.request, let name = params.supersedes { call.session.supersede(name, by: request) }
    if params.debounce > 0 { try await EventLoop.sleep(milliseconds: UInt64(params.debounce)) }

    let canonical = params.canonical
    let method = call.route.index
    let result: EncodedResult
    if let kept = server.results.find(method: method, canonical: canonical) {
      result = kept
    } else {
      result = try await fetch(params, server)
      server.results.keep(result, method: method, canonical: canonical)
    }
    // A search that waits or replaces others does so each time, so only the plain ones are found by their
    // bytes.
    if let sent = call.sent, params.debounce == 0, params.supersedes == nil {
      server.results.alias(sent, method: method, canonical: canonical, since: generation)
    }
    return .kept(result)
  }

  private static func fetch(_ params: SearchParams, _ server: Server) async throws -> EncodedResult {
    let found = try await server.titles.search(params)
    let page = TitlePage(
      results: found.titles, page: params.page, pageSize: params.pageSize, totalResults: found.total)
    var writer = JSONWriter(reserving: 1024 * (found.titles.count + 1))
    page.write(into: &writer)
    // Without the embedded facts nothing here is TMDB's.
    let attribution = found.asOf == nil ? [] : ["TMDB"]
    let meta = Meta(source: .catalogue, cache: .none, asOf: found.asOf, attribution: attribution)
    // Copied, because the writer's room for more would be kept too.
    return EncodedResult(bytes: Array(copying: writer.bytes.span), meta: server.results.encode(meta))
  }
}

extension RPCError {
  fileprivate static func pageSize(over maximum: Int) -> RPCError {
    RPCError(
      .invalidParams, "search: page_size must be at most \(maximum) here", hint: "send \(maximum) or less",
      details: [
        JSONMember("param", "page_size"), JSONMember("expected", .string("integer, 1 to \(maximum)")),
      ])
  }
}
