import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources
import MovieStore

/// `library.export`, `library.import` and `library.undo`: see `MovieProtocol/Methods/ImportExport.swift`.
@LoopActor
enum ImportExportHandlers {
  static let handlers = [
    MethodHandler(LibraryExportMethod.self, .waiting(export)),
    MethodHandler(LibraryImportMethod.self, .waiting(importLibrary), isChange: true),
    // Not immediate: an import that came in the same read has to begin first.
    MethodHandler(LibraryImportCancelMethod.self, .waiting(cancelImport), hasEffect: true),
    MethodHandler(LibraryUndoMethod.self, .waiting(undo), isChange: true),
    MethodHandler(LibraryPendingMethod.self, .waiting(PendingHandlers.list)),
    MethodHandler(LibraryPendingClearMethod.self, .waiting(PendingHandlers.clear), isChange: true),
  ]

  private static let maxEntries = 200
  /// Once an answer has this size no further entry is begun; the largest has about 100 KiB.
  private static let usualBytes = 256 << 10

  static func export(_ call: Call) async throws -> Response {
    let cursor = try call[LibraryExportMethod.cursor].map { text throws(RPCError) in
      guard let cursor = ExportCursor(text) else {
        throw .parameter(
          "cursor", .cursorUnknown, expected: "next from the previous answer",
          Advice(.startAgain, .param("cursor", .null)))
      }
      return cursor
    }
    let profile = try call.profile
    // A search made just now is part of it.
    await profile.history.flush()
    let found = try await call.server.profiles.library.read { library throws(LibraryError) in
      try await library.export(
        of: profile.name, after: cursor, limit: maxEntries, language: profile.settings.language)
    }
    return .bytes(encode(try await withoutHidden(found, TitleRequest(call))))
  }

  /// Entries belong to the profile, whatever its age limit hides: these have no title.
  private static func withoutHidden(
    _ found: [(entry: ExportedEntry, cursor: ExportCursor)], _ request: TitleRequest
  ) async throws -> [(entry: ExportedEntry, cursor: ExportCursor)] {
    let titles = found.compactMap { entry, _ in
      if case .title(let exported) = entry { exported.title } else { nil as Title? }
    }
    var meta = Meta(source: .library, cache: .none, attribution: [])
    let shown = Set(try await request.titles.filter(titles, &meta, request.options).map(\.key))
    guard meta.hidden > 0 else { return found }
    return found.map { entry, cursor in
      guard case .title(var exported) = entry, !shown.contains(exported.key) else { return (entry, cursor) }
      (exported.title, exported.imdbID) = (nil, nil)
      return (.title(exported), cursor)
    }
  }

  private static func encode(_ found: [(entry: ExportedEntry, cursor: ExportCursor)]) -> [UInt8] {
    var entries: [Encoded<ExportedEntry>] = []
    var bytes = 0
    for (entry, _) in found where bytes < usualBytes {
      let entry = Encoded(entry, reserving: 1024)
      entries.append(entry)
      bytes += entry.bytes.count
    }
    let isEnd = entries.count == found.count && found.count < maxEntries
    return LibraryExportMethod.answer.encode(
      (entries, isEnd ? nil : found[..<entries.count].last?.cursor.text), reserving: bytes + 1024)
  }

  static func importLibrary(_ call: Call) async throws -> Response {
    let (server, imports) = (call.server, call.server.libraryImports)
    let profile = try call.profile
    // Work that waits for upstream then gets a `CancellationError`.
    let run = try imports.begin(call.handler.method.name) { [request = call.request] in
      request?.task?.cancel()
    }
    defer { imports.end(run) }
    let importer = LibraryImporter(
      server: server, profile: profile, client: call.session.number, progress: run)
    do {
      return .bytes(
        try await call.longChange {
          try await importer.run(
            file: call[LibraryImportMethod.file], call[LibraryImportMethod.format],
            isDryRun: call[LibraryImportMethod.dryRun])
        })
    } catch {
      // Whatever it broke off.
      if run.isCancelled { throw RPCError.cancelled(by: .cancel) }
      throw error
    }
  }

  static func cancelImport(_ call: Call) throws(RPCError) -> Response {
    .bytes(Changed.shape.encode(call.server.libraryImports.cancel()))
  }

  static func undo(_ call: Call) async throws -> Response {
    let (server, profile) = (call.server, try call.profile)
    try server.libraryImports.expectNone()
    // They are changes after the import.
    await profile.history.flush()
    guard !profile.isGone else { throw RPCError.profileGone(profile.name) }
    let id = call[LibraryUndoMethod.id].map(Int64.init)
    switch try await call.change({ try await server.profiles.undo(id, of: profile) }) {
    case .done(let undone):
      // Titles may be on a list that the profile is too young for by now.
      let rows: [LibraryUndoResult.Kept] = undone.kept.prefix(LibraryUndone.maxRows).map { item, title in
        (item.list, item.key, profile.ageLimit == nil ? title : nil)
      }
      return .bytes(
        LibraryUndoResult.shape.encode(
          (undone.undone > 0, undone.revision, undone.undone, rows, undone.kept.count)))
    case .noSuchChange:
      throw RPCError(
        .notFound, id.map { .noImportNumber(Int($0)) } ?? .noImport, Advice(.undoOnlyLast),
        details: ["resource": "change"])
    case .profileGone: throw RPCError.profileGone(profile.name)
    }
  }
}

extension LibraryUndone {
  fileprivate static let maxRows = 1000
}
