import EventLoop
import Glibc
import JSONRPC
import Logging
import MovieProtocol
import MovieSources
import MovieStore
import TestSupport

@testable import MovieServer

/// A server inside the test process: the real one on the real loop, over socket pairs instead of a listener.
@LoopActor
final class InProcess {
  let server: Server
  private let pictures: TemporaryFolder?

  /// - Parameters:
  ///   - titles: nil: the catalogue, and TMDB where there is a key.
  ///   - data: the library's folder, if it is to be shared as `sync.folder` says.
  private init(
    _ configuration: Configuration, _ titles: (any TitleService)?, _ library: Library = Library(folder: nil),
    environment: [String: String] = [:], imageFolder: String? = nil, data: String? = nil
  ) {
    pictures = imageFolder == nil ? try? TemporaryFolder() : nil
    var logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    logger.logLevel = .critical
    let profiles = Profiles(
      library: library, configuration: configuration,
      surroundings: SettingsEnvironment(
        environment: { environment[$0] }, data: "/tmp/data", cache: "/tmp/cache",
        configurationFile: (try? Folders(environment: Daemon.environment))?.configurationFile ?? ""),
      logger: logger, pinDelay: .zero)
    var limits = configuration.limits
    limits.upstreamDiskBytes = 0
    let upstreams = Upstreams(
      limits, folder: "/proc/movierpc", imageFolder: imageFolder ?? (pictures?.path ?? "/proc") + "/images",
      userAgent: "test", logger: logger)
    server = Server(
      configuration: configuration,
      titles: titles
        ?? SourceChain(
          local: LocalSource(
            configuration.hasEmbeddedCatalogue ? Self.catalogue : Self.own(pictures?.path),
            own: LibraryTitles(profiles), patience: .seconds(240)), upstream: upstreams,
          // However long a busy machine takes for what iTunes adds.
          patience: .seconds(240)),
      upstreams: upstreams, profiles: profiles, logger: logger
    ) { [folder = pictures?.path ?? "/proc"] in
      Features.all($0, data: data ?? folder, cache: folder, isInMemory: data == nil)
    }
    profiles.library.waitLong()
    // The disk of the machine is not what is tested.
    server.downloads.reserve = 0
    // A busy machine is no mpv that hangs.
    (server.player.startTimeout, server.player.answerTimeout) = (.seconds(240), .seconds(240))
  }

  /// Nobody changes it.
  private static let catalogue = LocalSource.open(
    folder: try? ReadyCatalogue.folder(), embedded: true,
    logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })

  /// Without built-in titles, so that imports are quick.
  private static func own(_ folder: String?) -> LocalSource.Opening {
    LocalSource.open(
      folder: folder, embedded: false, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  /// - Parameter hasDeadlines: `timeout_ms` counts. On a busy machine even the longest one may pass between
  ///   two steps of a test that is not about it.
  static func make(
    _ configuration: Configuration = Configuration(), titles: (any TitleService)? = nil,
    library: Library = Library(folder: nil), environment: [String: String] = [:], imageFolder: String? = nil,
    data: String? = nil, hasDeadlines: Bool = false
  ) async -> InProcess {
    let made = InProcess(
      configuration, titles, library, environment: environment, imageFolder: imageFolder, data: data)
    // What waits for the settings would come some turns later, as no test expects; and without the catalogue,
    // which a search with a key does not wait for long, it would find less.
    await made.server.profiles.ready()
    await made.server.titles.catalogueIsOpen()
    if !hasDeadlines { made.server.inFlight.close() }
    return made
  }

  /// With titles that answer when the test says so.
  static func holding(
    hasDeadlines: Bool = false, _ change: @Sendable (inout Limits) -> Void = { _ in }
  ) async -> (InProcess, HeldTitles) {
    var configuration = Configuration()
    // A test that is not about these deadlines is not to meet them on a busy machine.
    configuration.limits.drainMilliseconds = 600_000
    configuration.limits.lineMilliseconds = 600_000
    configuration.limits.writeStallMilliseconds = 600_000
    change(&configuration.limits)
    let titles = HeldTitles()
    return (await make(configuration, titles: titles, hasDeadlines: hasDeadlines), titles)
  }

  func connect() throws -> sending LineClient {
    var ends: (CInt, CInt) = (0, 0)
    let status = withUnsafeMutableBytes(of: &ends) { pair in
      socketpair(
        AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0,
        pair.baseAddress?.assumingMemoryBound(to: CInt.self))
    }
    guard status == 0 else { throw LineClient.Fault(description: "socketpair: \(errno)") }
    server.accept(try UnixStream(descriptor: ends.0))
    return LineClient(descriptor: ends.1)
  }

  /// What `look` finds, on the loop.
  func see<T: Sendable>(_ look: @LoopActor (Server) throws -> T) rethrows -> T { try look(server) }

  /// Lets the loop turn until something is so that nobody announces. False: the test's time was over.
  @discardableResult
  func until(_ condition: @LoopActor (Server) -> Bool) async -> Bool {
    while !condition(server), !Task.isCancelled { await EndOfTurnWaiter.wait() }
    return condition(server)
  }
}

/// Resumes a task from the end of a turn, when jobs have run and streams write.
@LoopActor
final class EndOfTurnWaiter: EndOfTurn {
  private var continuation: CheckedContinuation<Void, Never>?

  static func wait() async {
    let waiter = EndOfTurnWaiter()
    await withCheckedContinuation {
      waiter.continuation = $0
      EventLoop.atEndOfTurn(waiter)
    }
  }

  func endOfTurn() { continuation?.resume() }
}

/// Titles of which nobody knows anything.
@LoopActor
class NoTitles: TitleService {
  var catalogue: CatalogueStatus { CatalogueStatus() }
  let status = UpstreamStatus()

  nonisolated init() {}

  private let meta = Meta(source: .catalogue, cache: .none, attribution: [])

  func search(_ params: SearchParams, _ options: FetchOptions) async throws -> FoundTitles { .nothing }
  func suggest(_ params: SuggestParams, _ options: FetchOptions) async throws -> FoundTitles { .nothing }
  func browse(_ params: BrowseParams, _ options: FetchOptions) async throws -> FoundTitles { .nothing }
  func detail(_ key: TitleKey, _ options: FetchOptions) async throws -> FoundDetail? { nil }
  func videos(_ params: TrailerParams, _ options: FetchOptions) async throws -> FoundVideos? { nil }
  func collection(
    _ choice: CollectionChoice, _ options: FetchOptions
  ) async throws -> Found<FilmCollection>? { nil }
  func related(
    _ key: TitleKey, _ kind: RelatedMethod.Kind, page: Int, pageSize: Int, _ options: FetchOptions
  ) async throws -> FoundTitles? { nil }
  func find(_ target: FindTarget, _ options: FetchOptions) async throws -> Found<FoundByID>? { nil }
  func pictures(_ key: TitleKey, _ options: FetchOptions) async throws -> Found<TitlePictures>? { nil }
  func season(_ key: TitleKey, number: Int, _ options: FetchOptions) async throws -> Found<FoundSeason>? {
    nil
  }
  func person(_ choice: PersonChoice, _ options: FetchOptions) async throws -> Found<PersonWithCredits>? {
    nil
  }
  func certificates(of key: TitleKey, _ options: FetchOptions) async throws -> [String: String]? { nil }
  var knowsCertificates: Bool { true }
  func learnCertificates(of keys: [TitleKey], _ options: FetchOptions) {}
  var knowsReleases: Bool { false }
  func releases(of key: TitleKey, _ options: FetchOptions) async throws -> Found<TitleReleases>? { nil }

  func genres(_ mediaTypes: [Title.MediaType], _ options: FetchOptions) async throws -> Found<[Genre]> {
    Found([], meta: meta)
  }

  func countries(_ options: FetchOptions) async throws -> Found<[Country]> { Found([], meta: meta) }
  func languages(_ options: FetchOptions) async throws -> Found<[Language]> { Found([], meta: meta) }

  func providers(_ params: ProvidersParams, _ options: FetchOptions) async throws -> Found<[Provider]> {
    Found([Provider](), meta: meta)
  }
}

/// Titles whose answers come when the test says so.
@LoopActor
final class HeldTitles: NoTitles {
  private var waiting: [(q: String, continuation: CheckedContinuation<Void, Never>)] = []
  private(set) var asked: [String] = []

  override func search(_ params: SearchParams, _ options: FetchOptions) async throws -> FoundTitles {
    asked.append(params.q)
    await withCheckedContinuation { waiting.append((params.q, $0)) }
    return .nothing
  }

  /// Waits until so many searches have come.
  func untilAsked(_ count: Int) async {
    while asked.count < count, !Task.isCancelled { await EndOfTurnWaiter.wait() }
  }

  /// Answers the search for `q`.
  func release(_ q: String) {
    let ready = waiting.filter { $0.q == q }
    waiting.removeAll { $0.q == q }
    for one in ready { one.continuation.resume() }
  }

  func releaseAll() {
    let ready = waiting
    waiting = []
    for one in ready { one.continuation.resume() }
  }
}

/// Titles that have a bug.
@LoopActor
final class FailingTitles: NoTitles {
  struct Bug: Error {}

  override func search(_ params: SearchParams, _ options: FetchOptions) async throws -> FoundTitles {
    throw Bug()
  }
}

extension FoundTitles {
  static let nothing = FoundTitles(
    titles: [], total: 0, meta: Meta(source: .catalogue, cache: .none, attribution: []))
}

extension Ask {
  static func search(_ id: Int, _ q: String, _ more: String = "") -> String {
    method(id, "search", #"{"q":"\#(q)"\#(more.isEmpty ? "" : "," + more)}"#)
  }

  static func cancel(_ id: Int, of other: Int) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"cancel","params":{"id":\#(other)}}"#
  }
}

extension LineClient {
  func ask(_ method: String, _ params: String = "{}") throws -> JSONValue {
    try call(Ask.method(1, method, params))
  }
}

extension JSONValue {
  var endedBy: String? { self["error"]?["data"]?["by"]?.stringValue }
}

extension LibraryAccess {
  /// A busy machine is no disk that hangs.
  func waitLong() { (readLimit, extraLimit, changeLimit) = (.seconds(240), .seconds(240), .seconds(240)) }
}
