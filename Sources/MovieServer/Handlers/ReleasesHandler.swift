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
  static let routes = [Route(ReleasesMethod.self, .waiting(releases))]

  static func releases(_ call: Call) async throws -> Outcome {
    call.server.updateClock()
    let request = try TitleRequest(call)
    let params = ReleasesParams(request.arguments)
    let today = Day(request.options.day) ?? Day(days: 0)
    let question = Releases.Question(
      days: params.days(around: today), most: ReleasesParams.most, profile: request.profile.name)
    var found: Releases.Answer
    found = try await call.server.releases.find(question, request.options)
    let rows = try await request.titles.releases(&found, request.options)
    let made = request.result(reserving: 192 * (rows.count + 1), found.meta) { writer in
      writer.object { writer in
        writer.name("results")
        writer.array { writer in for row in rows { row.write(into: &writer) } }
        writer.member("total_results", found.total)
        writer.member("pending", found.pending)
      }
    }
    return .cached(made.reply)
  }
}
