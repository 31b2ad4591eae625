import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources

/// `suggest`: see `MovieProtocol/Methods/Suggest.swift`.
@LoopActor
enum SuggestHandler {
  static let handlers = [MethodHandler(SuggestMethod.self, .waiting(answer), isCacheable: true)]

  static func answer(_ call: Call) async throws -> Response {
    let request = try TitleRequest(call)
    let params = SuggestParams(request.arguments)
    return try await request.cached {
      var found = try await request.titles.suggest(params, request.options)
      let people = try await included(request)
      if let people { found.meta = found.meta.joined(people.meta) }
      return request.result(reserving: 256 * (found.titles.count + 1), found.meta) { [found] in
        SuggestMethod.answer.write((found.titles, people?.value), into: &$0)
      }
    }
  }

  /// The beginning of many names says nothing.
  private static let minLength = 3

  private static func included(_ request: TitleRequest) async throws -> Found<[Person]>? {
    let q = request[SuggestMethod.q]
    guard request[SuggestMethod.include].contains(.people) else { return nil }
    guard q.count >= minLength else { return Found([], meta: ProfileTitles.nothing) }
    var options = request.options
    options.isCacheOnly = true
    return try await request.titles.people(beside: q, options)
  }
}
