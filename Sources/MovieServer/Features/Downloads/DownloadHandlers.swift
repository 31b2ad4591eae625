import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources
import MovieStore

/// `downloads` and related methods: see `MovieProtocol/Methods/Downloads.swift`.
@LoopActor
enum DownloadHandlers {
  static let handlers = [
    MethodHandler(DownloadsMethod.self, .waiting(list)),
    MethodHandler(DownloadsAddMethod.self, .waiting(add), isChange: true),
    MethodHandler(DownloadsGetMethod.self, .waiting(get)),
    MethodHandler(
      DownloadsPauseMethod.self, .waiting { try await one($0) { try await $0.pause($1) } }, isChange: true),
    MethodHandler(
      DownloadsPauseAllMethod.self, .waiting { try await all($0) { try await $0.pause(nil) } }, isChange: true
    ),
    MethodHandler(
      DownloadsResumeMethod.self, .waiting { try await one($0) { try await $0.resume($1) } }, isChange: true),
    MethodHandler(
      DownloadsResumeAllMethod.self, .waiting { try await all($0) { try await $0.resume(nil) } },
      isChange: true),
    MethodHandler(DownloadsRemoveMethod.self, .waiting(remove), isChange: true),
  ]

  /// Fetches the title's detail as `detail` would, and stores it. If that fails nothing is stored.
  private static func add(_ call: Call) async throws -> Response {
    let request = try TitleRequest(call)
    let downloads = call.server.downloads
    let kinds = kinds(call)
    guard !kinds.contains(.trailer) || !downloads.setup.command.isEmpty else {
      throw RPCError(
        .notAvailable, .trailersNeedDownloader, Advice(.installDownloader, .install("yt-dlp")),
        details: ["missing": "downloads.command"])
    }
    let options = request.changeOptions
    let key = try await TitleResolver(call).requiredKey(.key, in: .all)
    guard let found = try await request.titles.detail(key, options) else {
      throw RPCError.unknown(key, request.profile.settings)
    }
    let (title, now) = (found.detail.title, Timestamp.now)
    var wanted = StoredDownload(
      key: title.key, title: title.title, mediaType: title.mediaType, imdbID: found.detail.imdbID,
      language: options.language, region: options.region, createdAt: now,
      assets: kinds.map { DownloadFinder.asset($0, of: found.detail, at: now) })
    wanted.year = title.year
    return answer(try await call.change { try await downloads.add(wanted, found) })
  }

  private static func list(_ call: Call) async throws -> Response {
    let downloads = call.server.downloads
    try await downloads.loaded()
    let request = try TitleRequest(call)
    return page(
      downloads, try await call.visible(downloads.queue.sorted(call[DownloadsMethod.state])),
      page: request[.page], pageSize: request[.pageSize])
  }

  private static func get(_ call: Call) async throws -> Response {
    let key = try await expectVisible(
      try await TitleResolver(call).requiredKey(.downloadKey, in: .downloads), call)
    guard let download = call.server.downloads.download(key) else { throw RPCError.noDownload(key) }
    return answer(download)
  }

  private static func remove(_ call: Call) async throws -> Response {
    let key = try await TitleResolver(call).requiredKey(.downloadKey, in: .downloads)
    let own = try await expectVisible(key, call)
    return answer(try await call.change { try await call.server.downloads.delete(own) })
  }

  /// - Returns: the download's own key.
  /// - Throws: for one that is hidden the same as for one that does not exist.
  private static func expectVisible(_ key: TitleKey, _ call: Call) async throws -> TitleKey {
    _ = try call.profile
    let downloads = call.server.downloads
    try await downloads.loaded()
    guard let found = downloads.queue.find(key), try await !call.visible([found]).isEmpty else {
      throw RPCError.noDownload(key)
    }
    return found
  }

  private static func one(
    _ call: Call, _ change: @LoopActor (Downloads, TitleKey) async throws -> [Download]
  ) async throws -> Response {
    let key = try await TitleResolver(call).requiredKey(.downloadKey, in: .downloads)
    let own = try await expectVisible(key, call)
    guard let changed = try await call.change({ try await change(call.server.downloads, own) }).first else {
      throw RPCError.noDownload(own)
    }
    return answer(changed)
  }

  private static func all(
    _ call: Call, _ change: @LoopActor (Downloads) async throws -> [Download]
  ) async throws -> Response {
    let downloads = call.server.downloads
    let size = min(try call.profile.settings.pageSize, call.server.limits.pageSize)
    _ = try await call.change { try await change(downloads) }
    return page(downloads, try await call.visible(downloads.queue.sorted(nil)), page: 1, pageSize: size)
  }

  /// Detail first, in whatever order they were requested; each once.
  private static func kinds(_ call: Call) -> [Download.Asset.Kind] {
    let wanted = call[DownloadsAddMethod.assets]
    return Download.Asset.Kind.allCases.filter { $0 == .detail || wanted.contains($0) }
  }

  private static func answer(_ download: Download) -> Response {
    .bytes(download.encoded(reserving: 1024))
  }

  private static func page(
    _ downloads: Downloads, _ keys: [TitleKey], page: Int, pageSize: Int
  ) -> Response {
    let rows = TitlePage.rows(page: page, pageSize: pageSize) ?? 0..<0
    let shown = keys[rows.clamped(to: keys.indices)].compactMap(downloads.download)
    let count = PageCount(page: page, pageSize: pageSize, totalResults: keys.count)
    let list = Page(shown, count, revision: ListRevision.text(of: keys.map(\.text)))
    return .bytes(Download.page.encode(list, reserving: 1024 * (shown.count + 1)))
  }
}
