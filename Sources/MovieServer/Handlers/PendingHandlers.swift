import EventLoop
import JSONRPC
import MovieProtocol
import MovieStore

/// `library.pending` and `library.pending.clear`: see `MovieProtocol/Methods/ImportExport.swift`.
@LoopActor
enum PendingHandlers {
  static func list(_ call: Call) async throws -> Response {
    let request = try TitleRequest(call)
    let (page, pageSize, profile) = (request[.page], request[.pageSize], request.profile.name)
    let found = try await call.server.profiles.library.perform { library throws(LibraryError) in
      try await library.pending(of: profile, page: page, pageSize: pageSize)
    }
    return request.page(PendingTitle.page, found.titles, of: found.total, last: found.last)
  }

  static func clear(_ call: Call) async throws -> Response {
    let profile = try call.profile.name
    let count = try await call.server.profiles.library.perform { library throws(LibraryError) in
      try await library.clearPending(of: profile)
    }
    return .bytes(Changed.shape.encode(count > 0))
  }
}
