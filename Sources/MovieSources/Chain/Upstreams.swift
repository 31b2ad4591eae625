package import EventLoop
import HTTPClient
import JSONRPC
package import Logging
package import MovieProtocol
package import MovieStore

/// The upstreams as they are configured now, and the requests to them.
@LoopActor
package final class Upstreams {
  package struct Settings: Sendable, Equatable {
    package var tmdbAddress: String
    package var tmdbKey: Secret?
    package var tmdbImageAddress = ""
    package var itunesAddress: String
    package var asksITunes = false
    package var youtubeAddress: String
    package var youtubeKey: Secret?
    /// The program of `downloads.command` and its arguments; [] for none.
    package var downloader: [String] = []
    /// Nil: the environment's proxy.
    package var proxy: String?
    package var sharedCache: RedisURL?

    package init(tmdbAddress: String, itunesAddress: String, youtubeAddress: String) {
      (self.tmdbAddress, self.itunesAddress) = (tmdbAddress, itunesAddress)
      self.youtubeAddress = youtubeAddress
    }
  }

  /// Apple's limit is about 20 a minute: together with the burst no minute has more.
  nonisolated static let itunesBounds = RateLimiter.Bounds(perSecond: 15.0 / 60, burst: 5, atOnce: 2)
  /// Google allows 100 searches a day.
  private nonisolated static let youtubeBounds = RateLimiter.Bounds(perSecond: 1, burst: 5, atOnce: 1)

  /// For titles, and for pictures.
  private var clients: [HTTPClient] = []
  private let transport: any Transport
  private let fetcher: UpstreamFetcher
  let store: ResponseStore
  private let shared = SharedCache()
  private var memoryBytes: Int
  private let services: [UpstreamService]
  /// Nil: pictures are not fetched.
  package let images: ImageService?
  /// The accounts of persons at TMDB.
  package let account: TMDBAccount
  private let logger: Logger
  private var states: [Upstream.Name: SourceStatus.State] = [:]
  private var network = Network.unknown
  /// Called when the network becomes available or unavailable.
  package var onNetworkChange: (@LoopActor () -> Void)?
  /// Called when TMDB responds again.
  package var onRecovery: (@LoopActor () -> Void)?
  private let tmdbService: UpstreamService
  private let itunesService: UpstreamService
  private let youtubeService: UpstreamService
  private let youtubeQuota: SpentQuota
  private let tmdbSource: any MovieSource
  private let itunesSource: ITunesSource
  private let youtubeSource: YouTubeSource
  private let downloader: DownloaderTrailers
  /// The downloader's, without any key: `NAME=value`.
  package var downloaderEnvironment: [String] = []

  /// The time, by the last answer of each.
  package var saidTimes: [Timestamp] { services.compactMap(\.saidTime) }

  /// Nil without a key.
  var tmdb: (any MovieSource)? { tmdbService.key == nil ? nil : tmdbSource }
  /// For requests that are sent nowhere, and so need no key.
  var cachedTMDB: any MovieSource { tmdbSource }
  var itunes: ITunesSource? { itunesService.isOn ? itunesSource : nil }

  /// Nil: there is neither a key nor a downloader.
  func trailers(_ options: FetchOptions) -> YouTubeSource? {
    if youtubeService.key != nil { return youtubeSource }
    // The downloader's search cannot leave out what is not for children.
    return options.isForChildren ? nil : downloader.source
  }

  /// - Parameters:
  ///   - folder: of `cache.sqlite`; nil: nothing is stored on disk.
  ///   - searchTimeout: how long the downloader may take for a search.
  ///   - source: TMDB, queried through a fetcher.
  init(
    _ limits: Limits, transport: any Transport, cache: UpstreamCache?, images: ImageService? = nil,
    searchTimeout: Duration = .seconds(20), logger: Logger, source: (any Fetcher) -> any MovieSource
  ) {
    self.images = images
    self.logger = logger
    self.transport = transport
    memoryBytes = limits.upstreamMemoryBytes
    store = ResponseStore(memoryBytes: memoryBytes, disk: cache)
    tmdbService = UpstreamService(
      .tmdb, limits.tmdbBounds, probe: "/authentication", silence: SilenceTimer())
    itunesService = UpstreamService(.itunes, Self.itunesBounds)
    youtubeService = UpstreamService(.youtube, Self.youtubeBounds)
    youtubeQuota = SpentQuota(store: store, service: youtubeService)
    services = [tmdbService, itunesService, youtubeService]
    account = TMDBAccount(tmdbService, transport)
    fetcher = UpstreamFetcher(transport: transport, store: store, shared: shared, services: services)
    tmdbSource = source(fetcher)
    itunesSource = ITunesSource(fetcher: fetcher) { [itunesService] in itunesService.address }
    youtubeSource = YouTubeSource(fetcher: fetcher)
    downloader = DownloaderTrailers(store: store, shared: shared, timeout: searchTimeout, logger: logger)
    use(limits)
    for service in services { service.onOutcome = { [weak self] in self?.didChange(service) } }
    images?.onOutcome = { [weak self] in self?.updateNetwork() }
    let caches: [(SharedCache?, String)] = [(shared, "answers"), (images?.shared, "pictures")]
    for (cache, content) in caches {
      cache?.onChange = { [weak self, weak cache] in self?.report(cache?.status(at: .now), of: content) }
    }
  }

  private func report(_ status: SharedCacheStatus?, of content: String) {
    guard let status else { return }
    let address: Logger.Metadata = ["address": "\(status.address)", "of": "\(content)"]
    guard let reason = status.reason else {
      return logger.notice("the shared cache is in use", metadata: address)
    }
    logger.warning(
      "the shared cache is not used for now",
      metadata: address.merging([
        "reason": "\(reason.rawValue)", "detail": "\(status.detail ?? "")",
      ]) { $1 })
  }

  /// Logged once for each change: requests to an upstream that is down continue.
  private func didChange(_ service: UpstreamService) {
    if service === youtubeService { youtubeQuota.record() }
    let state = service.state
    if states.updateValue(state, forKey: service.name) ?? .ok != state {
      if let fault = service.fault {
        logger.warning("\(RPCError.upstream(service.name, fault).message)")
      } else {
        logger.notice("\(service.name.title) is available again")
        if service === tmdbService { onRecovery?() }
      }
    }
    updateNetwork()
  }

  private func updateNetwork() {
    guard status.network != network else { return }
    network = status.network
    onNetworkChange?()
  }

  /// Over the network, with responses cached in `folder`.
  ///
  /// - Parameter imageFolder: of pictures.
  package convenience init(
    _ limits: Limits, folder: String, imageFolder: String, userAgent: String, logger: Logger
  ) {
    let client = HTTPClient(
      HTTPConfiguration(userAgent: userAgent, maxConnections: Self.connections(limits)))
    // A client of its own: stalled pictures do not delay requests for titles.
    let imageClient = HTTPClient(
      HTTPConfiguration(userAgent: userAgent, maxConnections: ImageService.maxUnderWay))
    let cache = UpstreamCache(folder: folder, maxBytes: limits.upstreamDiskBytes) { logger.warning("\($0)") }
    let images = ImageService(
      transport: imageClient, folder: imageFolder, maxBytes: limits.imagesBytes, logger: logger)
    self.init(limits, transport: client, cache: cache, images: images, logger: logger) {
      TMDBSource(fetcher: $0)
    }
    clients = [client, imageClient]
  }

  package func use(_ settings: Settings) {
    for client in clients { client.configuration.proxy = settings.proxy }
    images?.use(tmdbAddress: settings.tmdbImageAddress, itunesAddress: settings.itunesAddress)
    tmdbService.use(address: settings.tmdbAddress, key: settings.tmdbKey, isOn: true)
    shared.use(settings.sharedCache)
    images?.shared.use(settings.sharedCache)
    tmdbService.limiter.shared = shared.bucket(.tmdb, settings.tmdbKey)
    itunesService.use(address: settings.itunesAddress, key: nil, isOn: settings.asksITunes)
    let isNewKey = settings.youtubeKey != youtubeService.key
    youtubeService.use(address: settings.youtubeAddress, key: settings.youtubeKey, isOn: true)
    downloader.use(settings.downloader, environment: downloaderEnvironment)
    if isNewKey { LoopTask.start { [youtubeQuota] in await youtubeQuota.restore() } }
  }

  /// Each request that may be under way has one.
  private nonisolated static func connections(_ limits: Limits) -> Int {
    limits.upstreamAtOnce + itunesBounds.atOnce + youtubeBounds.atOnce
  }

  package func use(_ limits: Limits) {
    clients.first?.configuration.maxConnections = Self.connections(limits)
    tmdbService.limiter.use(limits.tmdbBounds)
    memoryBytes = limits.upstreamMemoryBytes
    store.use(memoryBytes: memoryBytes)
    let patience = Duration.milliseconds(limits.sharedCacheMilliseconds)
    images?.use(maxBytes: limits.imagesBytes)
    images?.use(sharedBytes: limits.sharedPictureBytes, patience: patience)
    shared.use(patience: patience)
  }

  /// Checks a TMDB key that is not in use yet.
  func check(_ key: Secret) async throws -> KeyCheckResult {
    try await tmdbService.check(key, transport, at: .now)
  }

  /// The address of the calendar's source.
  package var calendarSource: String { tmdbService.address }

  /// The cached release dates; nil: they cannot be read now.
  package func calendar() async -> [StoredReleases]? { await store.calendar(of: calendarSource) }

  package func store(_ releases: StoredReleases) { store.store(releases, of: calendarSource) }

  /// Removes release dates of titles that no profile waits for any more.
  package func forget(releases keys: [TitleKey]) { store.forget(releases: keys, of: calendarSource) }

  /// Uses a quarter of the memory limit.
  func warm() async { await store.warm(bytes: memoryBytes / 4) }

  /// Running requests fail.
  package func close() async {
    // From here on, the outcome of a running request says nothing about upstream.
    for service in services { service.onOutcome = nil }
    images?.onOutcome = nil
    await images?.close()
    await downloader.close()
    await fetcher.close()
    shared.close()
    for client in clients { client.close() }
  }
}

extension Limits {
  var tmdbBounds: RateLimiter.Bounds {
    .init(perSecond: Double(upstreamRate), burst: Double(upstreamBurst), atOnce: upstreamAtOnce)
  }
}

extension Upstreams {
  var status: UpstreamStatus {
    var status = UpstreamStatus()
    let (now, clock) = (EventLoop.now, Timestamp.now)
    status.sources = services.map { service in
      SourceStatus(
        name: service.name.rawValue, state: service.state, reason: service.reason,
        rateLeft: service.limiter.rateLeft, calls: service.calls, errors: service.errors,
        retryAt: service.blockedFor(at: now).map { clock + $0 + .milliseconds(999) },
        hasAnswered: service.hasAnswered)
    }
    let queried = services + (images?.services ?? [])
    if queried.contains(where: { $0.hasAnswered && $0.fault?.isOffTheNetwork != true }) {
      status.network = .online
    } else if queried.contains(where: { $0.fault?.isOffTheNetwork == true }) {
      status.network = .offline
    }
    status.cache.memoryBytes = store.memoryBytes
    status.cache.diskBytes = store.diskBytes
    status.cache.hits = fetcher.counts.hits
    status.cache.stale = fetcher.counts.stale
    status.cache.misses = fetcher.counts.misses
    status.cache.coalesced = fetcher.counts.coalesced
    status.cache.shared = shared.status(at: clock)
    status.cache.shared?.pictures = images?.shared.hits ?? 0
    return status
  }
}
