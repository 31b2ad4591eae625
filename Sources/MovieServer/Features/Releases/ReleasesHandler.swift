import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources
import MovieStore

/// `releases`: see `MovieProtocol/Methods/Releases.swift`. Built again for each request: the dates are
/// fetched in the background, and building the answer takes no longer than checking whether they have
/// changed.
@LoopActor
enum ReleasesHandler {
  static let handlers = [MethodHandler(ReleasesMethod.self, .waiting(releases))]

  private static let maxRows = 500

  static func releases(_ call: Call) async throws -> Response {
    call.server.updateClock()
    let request = try TitleRequest(call)
    let today = Day(request.options.day) ?? Day(days: 0)
    let first = today.advanced(by: -request[ReleasesMethod.daysBack])
    let last = today.advanced(by: request[ReleasesMethod.daysAhead])
    let question = Releases.Question(days: first...last, maxRows: maxRows, profile: request.profile.name)
    var found = try await call.server.releases.find(question, request.options)
    let rows = try await request.titles.releases(&found, request.options)
    let made = request.result(reserving: 192 * (rows.count + 1), found.meta) {
      ReleasesMethod.answer.write((rows, found.total, found.pending), into: &$0)
    }
    return .cached(made.reply)
  }
}
