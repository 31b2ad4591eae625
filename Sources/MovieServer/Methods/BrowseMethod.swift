import EventLoop
import MovieProtocol
import MovieSources

/// `browse`: see `MovieProtocol/Methods/Browse.swift`.
@LoopActor
enum BrowseMethod {
  static let handled = [Handling(.browse, .waiting(answer), isKept: true)]

  static func answer(_ call: Call) async throws -> Outcome {
    let asked = try Asked(call)
    let params = try BrowseParams(asked.arguments)
    return try await asked.kept {
      let found = try await asked.titles.browse(params, asked.asking)
      call.server.profiles.renew(found)
      return asked.page(found, of: params.list, page: params.page, pageSize: params.pageSize)
    }
  }
}
