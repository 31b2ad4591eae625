import EventLoop
import JSONRPC
import MovieProtocol
import MovieStore

/// `library.pending` and `library.pending.clear`: see `MovieProtocol/Methods/ImportExport.swift`.
@LoopActor
enum PendingHandlers {
  static func list(_ call: Call) async throws -> Response {
    let request = try TitleRequest(call)
    let (page, pageSize) = (request[.page], request[.pageSize])
    let profile = request.profile.name
    let found = try await call.server.profiles.library.perform { library throws(LibraryError) in
      try await library.pending(of: profile, page: page, pageSize: pageSize)
    }
    // Titles are added at the end and never moved, so a list with as many and the same last one is the same.
    let list = Page(
      found.titles, PageCount(page: page, pageSize: pageSize, totalResults: found.total),
      revision: ListRevision.text(of: [String(found.total), String(found.last)]))
    return .bytes(PendingTitle.page.encode(list, reserving: 512 * (found.titles.count + 1)))
  }

  static func clear(_ call: Call) async throws -> Response {
    let profile = try call.profile.name
    let count = try await call.server.profiles.library.perform { library throws(LibraryError) in
      try await library.clearPending(of: profile)
    }
    return .bytes(Changed.shape.encode(count > 0))
  }
}
