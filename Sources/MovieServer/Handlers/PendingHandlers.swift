import EventLoop
import JSONRPC
import MovieProtocol
import MovieStore

/// `library.pending` and `library.pending.clear`: see `MovieProtocol/Methods/Exchange.swift`.
@LoopActor
enum PendingHandlers {
  static func list(_ call: Call) async throws -> Outcome {
    let request = try TitleRequest(call)
    let (page, pageSize) = (request[.page], request[.pageSize])
    let profile = request.profile.name
    let found = try await call.server.profiles.library.ask { library throws(LibraryError) in
      try await library.pending(of: profile, page: page, pageSize: pageSize)
    }
    var writer = JSONWriter(reserving: 512 * (found.titles.count + 1))
    writer.object { writer in
      writer.name("results")
      writer.array { writer in for title in found.titles { title.write(into: &writer) } }
      PageCount(page: page, pageSize: pageSize, totalResults: found.total).write(into: &writer)
    }
    return .bytes(writer.bytes)
  }

  static func clear(_ call: Call) async throws -> Outcome {
    let profile = try call.profile.name
    let count = try await call.server.profiles.library.ask { library throws(LibraryError) in
      try await library.clearPending(of: profile)
    }
    return .bytes(Array((count > 0 ? #"{"changed":true}"# : #"{"changed":false}"#).utf8))
  }
}

extension PendingTitle {
  fileprivate func write(into writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("list", list.rawValue)
      writer.name("keys")
      writer.array { writer in for key in keys { writer.string(key) } }
      writer.member("title", title)
      writer.member("year", year)
      writer.member("media_type", mediaType?.rawValue)
      writer.member("added_at", Timestamp.text(addedAt))
      writer.member("note", note)
      writer.member("watched", watchedAt != nil)
      writer.member("watched_at", watchedAt.map { Timestamp.text($0) })
      writer.member("kind", kind)
      writer.member("reason", reason)
    }
  }
}
