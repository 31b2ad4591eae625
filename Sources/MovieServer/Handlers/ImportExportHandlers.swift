import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources
import MovieStore

/// `library.export` and `library.import`: see `MovieProtocol/Methods/ImportExport.swift`.
@LoopActor
enum ImportExportHandlers {
  static let handlers = [
    MethodHandler(LibraryExportMethod.self, .waiting(export)),
    MethodHandler(LibraryImportMethod.self, .waiting(importLibrary), isChange: true),
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
          "cursor", "cursor is not one of library.export",
          expected: "next from the previous answer", hint: "leave it out to start again")
      }
      return cursor
    }
    let profile = try call.profile
    // A search made just now is part of it.
    await profile.history.flush()
    let found = try await call.server.profiles.library.perform { library throws(LibraryError) in
      try await library.export(of: profile.name, after: cursor, limit: maxEntries)
    }
    return .bytes(encode(found))
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
    let server = call.server
    // Each import may hold as much memory as its file has, and all query the same upstream.
    guard !server.tasks.all.contains(where: { $0.name == call.handler.method.name }) else {
      throw RPCError(
        .conflict, "another import is in progress",
        hint: "movierpc watch server shows its progress; try again when it is done",
        details: ["state": "importing"])
    }
    let profile = try call.profile
    // Work that waits for upstream then gets a `CancellationError`; changes already given to the library are
    // completed.
    let task = server.tasks.begin(call.handler.method.name) { [request = call.request] in
      request?.task?.cancel()
    }
    defer { task.end() }
    let importer = LibraryImporter(
      server: server, profile: profile, client: call.session.number, task: task)
    return .bytes(
      try await importer.run(
        file: call[LibraryImportMethod.file], call[LibraryImportMethod.format],
        isDryRun: call[LibraryImportMethod.dryRun]))
  }
}
