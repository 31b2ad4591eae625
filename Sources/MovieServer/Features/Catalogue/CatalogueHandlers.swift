import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources
import MovieStore

/// `catalogue.*`: see `MovieProtocol/Methods/Catalogue.swift`.
@LoopActor
enum CatalogueHandlers {
  // An import is completed even if its client is gone. Other changes do not wait for it.
  static let handlers = [
    MethodHandler(CatalogueImportMethod.self, .waiting(importFile), isChange: true, order: .atOnce),
    MethodHandler(CatalogueUpdateMethod.self, .waiting(update), isChange: true, order: .atOnce),
    // Not immediate: an import that came in the same read has to begin first.
    MethodHandler(CatalogueCancelMethod.self, .waiting(cancel), hasEffect: true),
  ]

  static func importFile(_ call: Call) async throws -> Response {
    let file = call[CatalogueImportMethod.file]
    let accepts = call[CatalogueImportMethod.acceptLicense]
    return try await run(call) { imports, run throws(RPCError) in
      try await imports.importFile(file, acceptsLicense: accepts, run)
    }
  }

  static func update(_ call: Call) async throws -> Response {
    try await run(call) { imports, run throws(RPCError) in try await imports.update(run) }
  }

  private static func run(
    _ call: Call,
    _ work: (CatalogueImports, CatalogueImports.Run) async throws(RPCError) -> CatalogueImports.Outcome
  ) async throws(RPCError) -> Response {
    let imports = call.server.catalogueImports
    let run = try imports.begin(call.handler.method.name)
    defer { imports.end(run) }
    run.onStall = { [request = call.request] in request?.isLate(.cacheFolder) }
    let outcome: CatalogueImports.Outcome
    do throws(RPCError) {
      outcome = try await work(imports, run)
    } catch {
      throw call.server.isStopping && error.kind == .cancelled ? .cancelled(by: .shutdown) : error
    }
    let (counts, status) = (outcome.counts, call.server.titles.catalogue)
    let skipped = JSONMap(
      counts.skipped.sorted { $0.key.rawValue < $1.key.rawValue }.map { ($0.key.rawValue, $0.value) })
    return .bytes(
      CatalogueChange.shape.encode(
        (
          outcome.hasChanged, status.titles, counts.read, counts.added, counts.updated, skipped,
          status.exportDay
        )))
  }

  static func cancel(_ call: Call) throws(RPCError) -> Response {
    .bytes(Changed.shape.encode(call.server.catalogueImports.cancel()))
  }
}
