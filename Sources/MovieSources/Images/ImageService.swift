package import EventLoop
import HTTPClient
import JSONRPC
import Logging
package import MovieProtocol

/// A picture as a file on this machine.
package struct FoundImage: Sendable {
  /// An absolute path.
  package let file: String
  package let bytes: Int
  package let contentType: String
  package let width: Int
  package let height: Int
  package var meta: Meta

  init(_ place: String, _ file: ImageFile, _ meta: Meta) {
    self.file = place
    self.meta = meta
    (bytes, contentType) = (file.bytes, file.format.contentType)
    (width, height) = (file.width, file.height)
  }
}

/// Pictures of upstreams, fetched once for all clients, and cached as files.
///
/// TMDB never reuses a picture's name: a cached file is still right after months. So upstream is queried only
/// for missing pictures, and again only before its terms require them to be deleted.
@LoopActor
package final class ImageService {
  let store: ImageStore
  let tmdb: UpstreamService
  let itunes: UpstreamService
  /// A client of its own: pictures do not delay answers.
  let shared: SharedCache
  /// A larger picture is not shared; 0: none is.
  private(set) var sharedBytes = 0
  private let transport: any Transport
  private var maxBytes: Int
  private let underWay = SharedFetches<ImageCall.Outcome>()
  /// Pictures that upstream does not have, and until when they are not requested again. Bounded.
  private var missing: [String: Timestamp] = [:]
  private var isClosed = false
  private let logger: Logger
  private var areDown: Set<Upstream.Name> = []
  /// Called after each try.
  var onOutcome: (@LoopActor () -> Void)?
  let clock: @LoopActor () -> Timestamp

  /// The absolute path of a picture stored elsewhere, for when upstream cannot be reached.
  package var storedElsewhere: @LoopActor (ImagePath) -> String? = { _ in nil }
  private let elsewhereLane = BlockingLane("the downloads folder")

  private static let maxMissing = 4096

  /// Pictures have servers of their own, which accept more requests than TMDB's API; one HTTP/2 connection
  /// carries all of them.
  private nonisolated static let bounds = RateLimiter.Bounds(perSecond: 30, burst: 60, atOnce: 6)
  /// From TMDB and from iTunes.
  nonisolated static let maxUnderWay = 2 * bounds.atOnce

  /// - Parameter folder: the folder of the files.
  init(
    transport: any Transport, folder: String, maxBytes: Int, logger: Logger,
    shared: SharedCache = SharedCache(), clock: @escaping @LoopActor () -> Timestamp = { .now }
  ) {
    self.transport = transport
    self.maxBytes = maxBytes
    self.logger = logger
    self.shared = shared
    self.clock = clock
    store = ImageStore(folder: folder, maxBytes: maxBytes, clock: clock)
    tmdb = UpstreamService(.tmdb, Self.bounds)
    itunes = UpstreamService(.itunes, Self.bounds)
    for service in services { service.onOutcome = { [weak self] in self?.didChange(service) } }
  }

  /// Approximate use of the disk; 0 until the folder was read, which starts now at the latest.
  package var bytes: Int {
    store.prepare()
    return store.bytes
  }

  var services: [UpstreamService] { [tmdb, itunes] }

  /// Logged once for each change.
  private func didChange(_ service: UpstreamService) {
    if service.circuit.isClosed {
      if areDown.remove(service.name) != nil { logger.notice("\(service.name.title) sends pictures again") }
    } else if areDown.insert(service.name).inserted, let fault = service.fault {
      logger.warning("cannot fetch pictures: \(RPCError.upstream(service.name, fault).message)")
    }
    onOutcome?()
  }

  func use(tmdbAddress: String, itunesAddress: String) {
    tmdb.use(address: tmdbAddress, key: nil, isOn: true)
    itunes.use(address: itunesAddress, key: nil, isOn: true)
  }

  package func use(maxBytes: Int) {
    self.maxBytes = maxBytes
    store.use(maxBytes: maxBytes)
  }

  func use(sharedBytes: Int, patience: Duration) {
    self.sharedBytes = sharedBytes
    shared.use(patience: patience)
  }

  /// - Parameter size: TMDB's name of a size.
  /// - Throws: `RPCError`: `not_found`, `upstream_unavailable`, `rate_limited`, `storage_error`,
  ///   `limit_exceeded`, and `invalid_params` for a URL of another host; `CancellationError`.
  package func find(_ path: ImagePath, size: String, _ options: FetchOptions) async throws -> FoundImage {
    guard !isClosed else { throw CancellationError() }
    let reference = ImageReference(path: path, size: size)
    let service = try service(for: path)
    let stored = try await store.find(reference.stem)
    if let stored, options.isCacheOnly || isFresh(stored, options) {
      return found(stored, isFresh(stored, options) ? .hit : .stale, service)
    }
    do {
      let (entry, cache) = try await fetch(reference, service, options)
      return found(entry, cache, service)
    } catch let error as RPCError where error.kind != .notFound || options.isCacheOnly {
      let reason = options.isCacheOnly ? nil : error.reason ?? .network
      if let stored { return found(stored, .stale, service, reason) }
      if let other = try await elsewhere(path, reason) { return other }
      throw error
    }
  }

  /// The picture's URL at upstream, for callers that store pictures elsewhere; nil: its host is not allowed.
  ///
  /// - Parameter size: TMDB's name of a size.
  package func address(of path: ImagePath, size: String) -> String? {
    guard (try? service(for: path)) != nil else { return nil }
    return url(ImageReference(path: path, size: size))
  }

  private func service(for path: ImagePath) throws(RPCError) -> UpstreamService {
    guard case .url(let url) = path else { return tmdb }
    guard ImageHosts.allows(url, besides: itunes.address) else {
      throw .parameter(
        "path", .pictureAddressForbidden(MessageParameter("path")), expected: "a URL of iTunes' pictures",
        Advice(.sendPicturePath))
    }
    return itunes
  }

  private func url(_ reference: ImageReference) -> String {
    if case .url(let url) = reference.path { url } else { tmdb.address + reference.target }
  }

  private func fetch(
    _ reference: ImageReference, _ service: UpstreamService, _ options: FetchOptions
  ) async throws -> (ImageIndex.Entry, Meta.Cache) {
    if options.isCacheOnly { throw RPCError.imageNotStored }
    if options.maxAge == nil, let until = missing[reference.stem], clock() < until {
      throw RPCError.imageMissing(service.name)
    }
    let (outcome, cache) = try await underWay.value(reference.stem, service, options) { permit in
      try await self.fetch(reference, service, permit, maxAge: options.maxAge)
    }
    switch outcome {
    case .stored(let entry, let isShared): return (entry, isShared && cache == .miss ? .hit : cache)
    case .missing: throw RPCError.imageMissing(service.name)
    case .unfit(let reason): throw RPCError.unfitImage(service.name, reason)
    case .unwritten(let detail): throw RPCError.imageUnwritten(detail)
    }
  }

  private func fetch(
    _ reference: ImageReference, _ service: UpstreamService, _ permit: RateLimiter.Permit,
    maxAge: Duration?
  ) async throws -> ImageCall.Outcome {
    guard try await store.hasRoom() else { throw RPCError.tooManyImages(maxBytes, store.bytes) }
    let url = url(reference)
    if let entry = try await findShared(url, as: reference.stem, maxAge: maxAge) {
      missing[reference.stem] = nil
      return .stored(entry, isShared: true)
    }
    do {
      let outcome = try await ImageCall(
        reference: reference, url: url, service: service, transport: transport, permit: permit, store: store,
        isCurrent: { self.url(reference) == url }
      ).run()
      remember(outcome, reference.stem)
      if case .stored(let entry, _) = outcome { await share(entry.file, url) }
      return outcome
    } catch let error as RPCError {
      throw error.aboutImages
    }
  }

  private func remember(_ outcome: ImageCall.Outcome, _ stem: String) {
    missing[stem] = nil
    guard case .missing = outcome else { return }
    let now = clock()
    if missing.count >= Self.maxMissing { missing = missing.filter { now < $0.value } }
    if missing.count >= Self.maxMissing { missing = [:] }
    missing[stem] = now + Freshness.missing
  }

  private func isFresh(_ entry: ImageIndex.Entry, _ options: FetchOptions) -> Bool {
    let age = clock() - entry.fetchedAt
    guard age >= .zero, age < Freshness.picture else { return false }
    return options.maxAge.map { age <= $0 } ?? true
  }

  private func found(
    _ entry: ImageIndex.Entry, _ cache: Meta.Cache, _ service: UpstreamService,
    _ reason: Meta.Reason? = nil
  ) -> FoundImage {
    let isTMDB = service.name == .tmdb
    return FoundImage(
      store.place(entry.file), entry.file,
      Meta(
        source: isTMDB ? .tmdb : .itunes, cache: cache, fetchedAt: entry.fetchedAt, reason: reason,
        attribution: isTMDB ? ["TMDB"] : []))
  }

  private func elsewhere(_ path: ImagePath, _ reason: Meta.Reason?) async throws(LaneError) -> FoundImage? {
    guard let place = storedElsewhere(path) else { return nil }
    guard let file = try await elsewhereLane.call({ ImageFolder.inspect(at: place) }) else { return nil }
    return FoundImage(
      place, file, Meta(source: .library, cache: .none, reason: reason, attribution: []))
  }

  /// Running fetches end with a `CancellationError`.
  func close() async {
    isClosed = true
    underWay.cancelAll()
    for service in services {
      service.onOutcome = nil
      service.limiter.close()
    }
    shared.close()
    await store.flush()
  }
}
