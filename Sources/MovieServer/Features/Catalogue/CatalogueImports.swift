import EventLoop
import Glibc
import JSONRPC
import Logging
import MovieProtocol
import MovieSources
import MovieStore

/// Adds titles to the catalogue, one import at a time.
@LoopActor
final class CatalogueImports {
  /// One import, from its request to its answer.
  @LoopActor final class Run {
    let progress = CatalogueProgress()
    /// How much of an export has been fetched; nil: nothing is to be fetched.
    fileprivate(set) var percentFetched: Int?
    fileprivate(set) var shown: ServerTask?
    /// Reports the progress of another thread.
    fileprivate let timer = LoopTimer()
    /// Ends a transfer.
    var onCancel: (@LoopActor () -> Void)?
    /// Called once, if its work makes no progress for so long that the cache folder must hang.
    var onStall: (@LoopActor () -> Void)?
    private var stall = ImportStall()

    nonisolated init() {}

    var isFetching: Bool { percentFetched.map { $0 < 100 } ?? false }

    /// Of all its work. A transfer is counted as three tenths.
    fileprivate var percent: Int {
      percentFetched.map { ($0 * 3 + progress.percent * 7) / 10 } ?? progress.percent
    }

    /// A transfer has timeouts of its own.
    fileprivate func look(at now: LoopInstant) {
      let isStalled = stall.isOver(
        percent &+ progress.signsOfLife, isBuilding: progress.isBuilding, at: now)
      guard isStalled, !isFetching else { return }
      onStall?()
      onStall = nil
    }

    func didFetch(_ percent: Int) { percentFetched = percent }

    func cancel() {
      progress.cancel()
      onCancel?()
    }
  }

  typealias Outcome = (hasChanged: Bool, counts: CatalogueImport.Counts)

  /// Nil: there is no folder for them.
  let exports: TMDBExports?
  private let titles: any TitleService
  private let tasks: ServerTasks
  private let logger: Logger
  private var current: Run?
  /// An import or an update has ended.
  var onEnd: (@LoopActor () -> Void)?

  init(_ titles: any TitleService, _ tasks: ServerTasks, exports: TMDBExports?, logger: Logger) {
    (self.titles, self.tasks, self.exports, self.logger) = (titles, tasks, exports, logger)
  }

  var isBusy: Bool { current != nil }

  func begin(_ name: String) throws(RPCError) -> Run {
    guard !isBusy else {
      throw RPCError(
        .conflict, .catalogueImportInProgress,
        Advice(.cancelCatalogueImport, .method(CatalogueCancelMethod.method.name)),
        details: ["state": "importing"])
    }
    let run = Run()
    let shown = tasks.begin(name) { run.cancel() }
    shown.expect(100)
    run.shown = shown
    run.timer.start(after: .milliseconds(250), repeating: .milliseconds(250)) {
      shown.reach(run.percent)
      run.look(at: EventLoop.now)
    }
    current = run
    return run
  }

  func end(_ run: Run) {
    run.timer.close()
    run.shown?.end()
    current = nil
    onEnd?()
  }

  /// What is in progress, for `status`.
  func describe(_ status: inout CatalogueStatus) {
    guard let current, current.isFetching, status.state == .ready else { return }
    (status.state, status.percent) = (.fetching, current.percentFetched)
  }

  /// - Returns: whether there was one.
  func cancel() -> Bool {
    current?.cancel()
    return isBusy
  }

  func importFile(_ path: String, acceptsLicense: Bool, _ run: Run) async throws(RPCError) -> Outcome {
    let name = Spelling.shortened(path)
    let file: CatalogueImportFile
    do throws(ImportError) {
      file = try await .open(path)
    } catch {
      throw .unimportable(.fileFault(name, error.reason), error.hint.map { Advice($0) })
    }
    var job = CatalogueImport([file], progress: run.progress)
    job.acceptsLicense = acceptsLicense
    do throws(CatalogueImport.Failure) {
      return try await make(job, name)
    } catch {
      throw RPCError(error, name)
    }
  }

  /// Fetches the newest of TMDB's exports and imports it, unless it has been imported.
  func update(_ run: Run) async throws(RPCError) -> Outcome {
    guard let exports else {
      throw RPCError(
        .notAvailable, .noExportFolder, details: ["missing": "folder"])
    }
    // Before that, the day of what has been imported is unknown.
    await titles.catalogueIsOpen()
    run.didFetch(0)
    guard let export = try await exports.fetch(newerThan: titles.catalogue.exportDay, run) else {
      return (false, CatalogueImport.Counts())
    }
    defer { withExtendedLifetime(export.lock) {} }
    run.didFetch(100)
    let job = CatalogueImport(export.files, exportDay: export.day, progress: run.progress)
    do throws(CatalogueImport.Failure) {
      let outcome = try await make(job, "TMDB's export of \(export.day)")
      await exports.remove()
      return outcome
    } catch {
      switch error.code {
      case .file, .noTitles, .license, .noBasics:
        // The next update fetches it again.
        await exports.remove()
        throw .unfetched(.words("the export of \(export.day): \(error)"), .upstreamError)
      case .storage, .busy, .cancelled: throw RPCError(error, "TMDB's export of \(export.day)")
      }
    }
  }

  private func make(_ job: CatalogueImport, _ name: String) async throws(CatalogueImport.Failure) -> Outcome {
    let counts = try await titles.importTitles(job)
    logger.info(
      "imported \(name)",
      metadata: ["read": "\(counts.read)", "added": "\(counts.added)", "updated": "\(counts.updated)"])
    return (true, counts)
  }
}

extension CatalogueImportFile {
  @LoopActor static func open(_ path: String) async throws(ImportError) -> CatalogueImportFile {
    let opened: Result<(descriptor: CInt, size: Int), ImportError>
    do throws(LaneError) {
      opened = try await BlockingLane.userFile.call {
        if case .success((let descriptor, _))? = $0 { close(descriptor) }
      } _: {
        Result { () throws(ImportError) in try ImportFile.open(path) }
      }
    } catch {
      throw ImportError(
        .cannotBeOpenedBecause(.unresponsive(.resource(error.resource))), hint: .checkItsDisk)
    }
    let (descriptor, size) = try opened.get()
    return CatalogueImportFile(descriptor: descriptor, size: size)
  }
}

extension RPCError {
  fileprivate static func unimportable(_ text: Message, _ advice: Advice?) -> RPCError {
    .parameter("file", text, expected: "a file of yours with titles, one a line", advice)
  }

  private static let imdbTerms = "https://developer.imdb.com/non-commercial-datasets/"

  fileprivate init(_ failure: CatalogueImport.Failure, _ name: String) {
    let counts = failure.counts
    let skipped = counts.skipped.sorted { $0.key.rawValue < $1.key.rawValue }
    let why = skipped.map { "\($0.key.rawValue) \($0.value)" }
    let reason: Message = failure.code == .noTitles ? .noLineIsTitle : .words("\(failure)")
    let text: Message =
      why.isEmpty
      ? .nothingImported(name, reason, counts.read)
      : .nothingImportedSkipped(name, reason, counts.read, why)
    switch failure.code {
    case .file: self = .unimportable(text, Advice(.fetchFileAgain))
    case .noTitles:
      self = .unimportable(
        text, Advice(counts.skipped[.person] == nil ? .importExports : .importFilms))
    case .noBasics:
      self = .unimportable(
        .nothingImportedFrom(name, reason), Advice(.importBasics))
    case .storage:
      self.init(
        .storageError, text, Advice(.freeCacheSpace))
    case .license:
      self = .forbidden(
        .imdbTerms(Self.imdbTerms), needs: "license",
        Advice(.acceptTerms, .param(CatalogueImportMethod.acceptLicense.name, true)))
      return
    case .busy:
      self.init(
        .conflict, text, Advice(.otherCacheFolder, .setting(Setting.cacheFolder.name)),
        details: ["state": "importing"])
      return
    case .cancelled:
      self = .cancelled(by: .cancel)
      return
    }
    details += [
      JSONMember("read", .integer(counts.read)),
      JSONMember("skipped", .object(skipped.map { JSONMember($0.key.rawValue, .integer($0.value)) })),
    ]
  }
}
