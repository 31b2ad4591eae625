package import EventLoop
import HTTPClient
import JSONRPC
import Logging
package import MovieProtocol

/// A picture as a file on this machine.
package struct FoundImage: Answered {
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

/// Pictures of upstreams, fetched once for all who ask, and kept as files.
///
/// TMDB's have a name of their own for each: what is kept under it is still right when it is months old. So
/// upstream is asked for what is not there, and again only before its terms have it forgotten.
@LoopActor
package final class ImageService {
  private struct UnderWay {
    let flight: Flight<ImageCall.Outcome>
    let pass: UpstreamGate.Pass
  }

  let store: ImageStore
  let tmdb: UpstreamService
  let itunes: UpstreamService
  private let transport: any Transport
  private var maximumBytes: Int
  private var underWay: [String: UnderWay] = [:]
  /// What upstream does not have, and until when nobody needs to ask again. Bounded.
  private var missing: [String: Int64] = [:]
  private var isClosed = false
  private let logger: Logger
  private var areDown: Set<Upstream.Name> = []
  /// Called after each try.
  var onOutcome: (@LoopActor () -> Void)?
  private let clock: @LoopActor () -> Int64

  /// A file of a picture that is kept elsewhere, for when upstream cannot be asked: an absolute path.
  package var keptElsewhere: @LoopActor (ImagePath) -> String? = { _ in nil }

  private static let mostMissing = 4096

  /// Pictures have servers of their own, which take more than TMDB's for titles; a connection of HTTP/2
  /// carries all of them.
  private static let bounds = UpstreamGate.Bounds(perSecond: 30, burst: 60, atOnce: 6)

  /// - Parameter folder: of the files.
  init(
    transport: any Transport, folder: String, maximumBytes: Int, logger: Logger,
    clock: @escaping @LoopActor () -> Int64 = { Timestamp.milliseconds() }
  ) {
    self.transport = transport
    self.maximumBytes = maximumBytes
    self.logger = logger
    self.clock = clock
    store = ImageStore(folder: folder, maximumBytes: maximumBytes, clock: clock)
    tmdb = UpstreamService(.tmdb, Self.bounds)
    itunes = UpstreamService(.itunes, Self.bounds)
    for service in services { service.onOutcome = { [weak self] in self?.note(service) } }
  }

  /// Of the disk, about; 0 until the folder was looked through, which begins now at the latest.
  package var bytes: Int {
    store.prepare()
    return store.bytes
  }

  var services: [UpstreamService] { [tmdb, itunes] }

  /// Said once for each change.
  private func note(_ service: UpstreamService) {
    if service.circuit.isClosed {
      if areDown.remove(service.name) != nil { logger.notice("pictures of \(service.name.title) come again") }
    } else if areDown.insert(service.name).inserted, let fault = service.fault {
      logger.warning("no pictures: \(RPCError.upstream(service.name, fault).message)")
    }
    onOutcome?()
  }

  func use(tmdbAddress: String, itunesAddress: String) {
    tmdb.use(address: tmdbAddress, key: nil, isOn: true)
    itunes.use(address: itunesAddress, key: nil, isOn: true)
  }

  package func use(maximumBytes: Int) {
    self.maximumBytes = maximumBytes
    store.use(maximumBytes: maximumBytes)
  }

  /// - Parameter size: TMDB's name of one.
  /// - Throws: `RPCError`: `not_found`, `upstream_unavailable`, `rate_limited`, `storage_error`,
  ///   `limit_exceeded`, and `invalid_params` for a URL of somebody else's; `CancellationError`.
  package func find(_ path: ImagePath, size: String, _ asking: Asking) async throws -> FoundImage {
    guard !isClosed else { throw CancellationError() }
    let reference = ImageReference(path: path, size: size)
    let service = try service(for: path)
    let kept = await store.find(reference.stem)
    if let kept, asking.isCacheOnly || isFresh(kept, asking) {
      return found(kept, isFresh(kept, asking) ? .hit : .stale, service)
    }
    do {
      let (entry, cache) = try await fetch(reference, service, asking)
      return found(entry, cache, service)
    } catch let error as RPCError where error.kind != .notFound || asking.isCacheOnly {
      let reason = asking.isCacheOnly ? nil : error.reason ?? .network
      if let kept { return found(kept, .stale, service, reason) }
      if let other = await elsewhere(path, reason) { return other }
      throw error
    }
  }

  /// Where upstream has it, for who keeps pictures elsewhere; nil: it is where nobody is asked.
  ///
  /// - Parameter size: TMDB's name of one.
  package func address(of path: ImagePath, size: String) -> String? {
    guard (try? service(for: path)) != nil else { return nil }
    return url(ImageReference(path: path, size: size))
  }

  private func service(for path: ImagePath) throws(RPCError) -> UpstreamService {
    guard case .url(let url) = path else { return tmdb }
    guard ImageHosts.allows(url, besides: itunes.address) else {
      throw RPCError(
        .invalidParams, "image: path is a URL of a server that is not asked for pictures",
        hint: "send a poster_path, backdrop_path, logo_path or profile_path as a result has it",
        details: [JSONMember("param", "path"), JSONMember("expected", "a URL of iTunes' pictures")])
    }
    return itunes
  }

  private func url(_ reference: ImageReference) -> String {
    if case .url(let url) = reference.path { url } else { tmdb.address + reference.target }
  }

  private func fetch(
    _ reference: ImageReference, _ service: UpstreamService, _ asking: Asking
  ) async throws -> (ImageIndex.Entry, Meta.Cache) {
    if asking.isCacheOnly { throw RPCError.imageNotKept }
    if asking.maximumAge == nil, let until = missing[reference.stem], clock() < until {
      throw RPCError.imageMissing(service.name)
    }
    let (one, cache): (UnderWay, Meta.Cache)
    if let same = underWay[reference.stem] {
      service.gate.join(
        same.pass, client: asking.client, priority: asking.priority,
        deadline: UpstreamFetcher.patience(asking))
      (one, cache) = (same, .coalesced)
    } else {
      (one, cache) = (start(reference, service, asking), .miss)
    }
    let outcome: ImageCall.Outcome
    do {
      outcome = try await one.flight.value(until: UpstreamFetcher.patience(asking))
    } catch is Flight<ImageCall.Outcome>.TooLate {
      let wait = service.gate.expectedWait(one.pass)
      guard one.pass.isThrough || wait == 0 else {
        throw RPCError.limited(service.name, retryAfter: Int64(clamping: wait))
      }
      throw RPCError.tooLate(service.name)
    }
    switch outcome {
    case .kept(let entry): return (entry, cache)
    case .missing: throw RPCError.imageMissing(service.name)
    case .unfit(let reason): throw RPCError.unfitImage(service.name, reason)
    case .unwritten(let detail): throw RPCError.imageUnwritten(detail)
    }
  }

  private func start(_ reference: ImageReference, _ service: UpstreamService, _ asking: Asking) -> UnderWay {
    let stem = reference.stem
    let pass = UpstreamGate.Pass(
      client: asking.client, priority: asking.priority, deadline: UpstreamFetcher.patience(asking))
    let url = url(reference)
    let call = ImageCall(
      reference: reference, url: url, service: service, transport: transport, pass: pass, store: store,
      isCurrent: { self.url(reference) == url }, clock: clock)
    let flight = Flight {
      guard await self.store.hasRoom() else {
        throw RPCError.tooManyImages(self.maximumBytes, self.store.bytes)
      }
      do {
        let outcome = try await call.run()
        self.remember(outcome, stem)
        return outcome
      } catch let error as RPCError {
        throw error.aboutImages
      }
    } onEnd: {
      self.underWay[stem] = nil
    }
    let one = UnderWay(flight: flight, pass: pass)
    underWay[stem] = one
    return one
  }

  private func remember(_ outcome: ImageCall.Outcome, _ stem: String) {
    missing[stem] = nil
    guard case .missing = outcome else { return }
    let now = clock()
    if missing.count >= Self.mostMissing { missing = missing.filter { now < $0.value } }
    if missing.count >= Self.mostMissing { missing = [:] }
    missing[stem] = now + Freshness.missing
  }

  private func isFresh(_ entry: ImageIndex.Entry, _ asking: Asking) -> Bool {
    let (age, overflow) = clock().subtractingReportingOverflow(entry.fetchedAt)
    guard !overflow, age >= 0, age < Freshness.picture else { return false }
    return asking.maximumAge.map { age <= $0 } ?? true
  }

  private func found(
    _ entry: ImageIndex.Entry, _ cache: Meta.Cache, _ service: UpstreamService,
    _ reason: Meta.Reason? = nil
  ) -> FoundImage {
    let isTMDB = service.name == .tmdb
    return FoundImage(
      store.place(entry.file), entry.file,
      Meta(
        source: isTMDB ? .tmdb : .itunes, cache: cache, saidAt: entry.fetchedAt, reason: reason,
        attribution: isTMDB ? ["TMDB"] : []))
  }

  private func elsewhere(_ path: ImagePath, _ reason: Meta.Reason?) async -> FoundImage? {
    guard let place = keptElsewhere(path) else { return nil }
    guard let file = await EventLoop.offload({ ImageFolder.look(at: place) }) else { return nil }
    return FoundImage(
      place, file, Meta(source: .library, cache: .none, reason: reason, attribution: []))
  }

  /// What is under way ends with a `CancellationError`.
  func close() async {
    isClosed = true
    for one in underWay.values { one.flight.cancel() }
    for service in services {
      service.onOutcome = nil
      service.gate.close()
    }
    await store.settle()
  }
}
