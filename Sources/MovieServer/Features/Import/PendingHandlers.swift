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
    let found = try await call.server.profiles.library.read { library throws(LibraryError) in
      try await library.pending(of: profile, page: page, pageSize: pageSize)
    }
    let rows = try await withoutHidden(found.titles, request)
    return request.page(PendingTitle.page, rows, of: found.total, last: found.last)
  }

  /// Of a row that the age limit hides, nothing is left that names the title.
  private static func withoutHidden(
    _ rows: [PendingTitle], _ request: TitleRequest
  ) async throws -> [PendingTitle] {
    guard let rule = request.profile.ageRestriction else { return rows }
    let shown = Set(try await request.call.visible(rows.compactMap(\.tmdbKey)))
    return rows.map { row in
      let isShown =
        row.kind != Unmatched.Kind.forbidden.rawValue
        && (row.tmdbKey.map(shown.contains) ?? rule.showsUnknown)
      return isShown ? row : row.withoutTitle
    }
  }

  static func clear(_ call: Call) async throws -> Response {
    let profile = try call.profile.name
    let library = call.server.profiles.library
    let count = try await call.change {
      try await library.perform { library throws(LibraryError) in
        try await library.clearPending(of: profile)
      }
    }
    return .bytes(Changed.shape.encode(count > 0))
  }
}

extension PendingTitle {
  /// The one that has certificates.
  fileprivate var tmdbKey: TitleKey? {
    keys.first { if case .tmdb = $0 { true } else { false } }
  }

  fileprivate var withoutTitle: PendingTitle {
    var row = self
    (row.keys, row.title, row.year, row.mediaType) = ([], nil, nil, nil)
    return row
  }
}
