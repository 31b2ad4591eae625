import EventLoop
import MovieProtocol
import MovieSources

/// `search`: see `MovieProtocol/Methods/Search.swift`.
@LoopActor
enum SearchMethod {
  static let handled = [Handling(.search, .waiting(answer), isKept: true)]

  static func answer(_ call: Call) async throws -> Outcome {
    let asked = try Asked(call)
    let params = SearchParams(asked.arguments, defaultDebounce: asked.profile.settings.debounce)
    if params.debounce > 0 { try await EventLoop.sleep(milliseconds: UInt64(params.debounce)) }
    let isRecorded = params.isRecorded && params.page == 1
    // A search that waits, replaces others or leaves no trace does so each time, so only the plain ones are
    // found by their bytes.
    let isPlain = params.debounce == 0 && params.supersedes == nil && params.isRecorded
    let outcome = try await asked.kept(hasAlias: isPlain) {
      let found = try await asked.titles.search(params, asked.asking)
      call.server.profiles.renew(found)
      return asked.page(
        found, page: params.page, pageSize: params.pageSize,
        search: params.page == 1 ? AnsweredSearch(term: params.q, totalResults: found.total) : nil)
    }
    if isRecorded, case .kept(let result) = outcome, let search = result.search {
      asked.profile.noteSearch(search)
    }
    return outcome
  }
}
