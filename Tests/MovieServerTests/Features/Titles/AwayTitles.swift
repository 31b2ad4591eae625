import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources

@testable import MovieServer

/// An upstream that is away while the test says so.
@LoopActor
final class AwayTitles: NoTitles {
  var reason: Meta.Reason? = .network
  /// What TMDB does not know when it is back.
  var unknown: Set<String> = []
  private(set) var asked: [String: Int] = [:]

  override func search(_ params: SearchParams, _ options: FetchOptions) async throws -> FoundTitles {
    asked[params.q, default: 0] += 1
    if let reason {
      throw RPCError(
        .upstreamUnavailable, .words("TMDB is away"), details: ["reason": .string(reason.rawValue)])
    }
    if unknown.contains(params.q) { return .nothing }
    let number = params.q.utf8.reduce(1) { $0 * 31 % 1_000_003 + Int($1) }
    var found = FoundTitles.nothing
    found.titles = [
      Title(json: ["key": .string("movie/\(number)"), "title": .string(params.q)])
    ].compactMap(\.self)
    return found
  }
}
