import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources
import MovieStore

/// `download` and related methods: see `MovieProtocol/Methods/Downloads.swift`.
@LoopActor
enum DownloadMethods {
  static let handled = [
    MethodHandler(.download, .waiting(download), isChange: true),
    MethodHandler(.downloadList, .waiting(list)),
    MethodHandler(.downloadGet, .waiting(get)),
    MethodHandler(
      .downloadPause, .waiting { try await many($0) { try await $0.pause($1) } }, isChange: true),
    MethodHandler(
      .downloadResume, .waiting { try await many($0) { try await $0.resume($1) } }, isChange: true
    ),
    MethodHandler(.downloadDelete, .waiting(delete), isChange: true),
  ]

  /// Fetches the title's detail as `detail` would, and stores it. If that fails nothing is stored.
  private static func download(_ call: Call) async throws -> Outcome {
    let request = try TitleRequest(call)
    let key = try key(call)
    let downloads = call.server.downloads
    let kinds = kinds(call)
    guard !kinds.contains(.trailer) || !downloads.setup.command.isEmpty else {
      throw RPCError(
        .notAvailable, "nothing fetches trailers",
        hint: "install yt-dlp, then: movierpc daemon restart",
        details: [JSONMember("missing", "downloads.command")])
    }
    var options = request.options
    // A change has no deadline of its own, but the upstream requests it makes have one.
    options.deadline = EventLoop.now &+ UInt64(call.arguments.integer("timeout_ms") ?? 15_000)
    guard let found = try await request.titles.detail(key, options) else {
      throw RPCError.unknown(key, request.profile.settings)
    }
    let (title, now) = (found.detail.title, Timestamp.now())
    let wanted = StoredDownload(
      key: title.key, title: title.title, mediaType: title.mediaType, imdbID: found.detail.imdbID,
      language: options.language, region: options.region, createdAt: now,
      assets: kinds.map { DownloadFinder.asset($0, of: found.detail, at: now) })
    return answer(try await downloads.add(wanted, found))
  }

  private static func list(_ call: Call) async throws -> Outcome {
    let downloads = call.server.downloads
    try await downloads.loaded()
    let request = try TitleRequest(call)
    return page(
      downloads, call.arguments.text("state").flatMap(Download.State.init(rawValue:)),
      page: request.arguments.integer("page") ?? 1, pageSize: request.arguments.integer("page_size") ?? 20)
  }

  private static func get(_ call: Call) async throws -> Outcome {
    try await call.server.downloads.loaded()
    let (key, downloads) = (try key(call), call.server.downloads)
    guard let download = downloads.queue.find(key).flatMap(downloads.download) else {
      throw RPCError.noDownload(key.text)
    }
    return answer(download)
  }

  private static func delete(_ call: Call) async throws -> Outcome {
    answer(try await call.server.downloads.delete(try key(call)))
  }

  private static func many(
    _ call: Call, _ change: @LoopActor (Downloads, TitleKey?) async throws -> [Download]
  ) async throws -> Outcome {
    let key = call.arguments.text("key").flatMap { TitleKey($0) }
    let changed = try await change(call.server.downloads, key)
    if key != nil, let download = changed.first { return answer(download) }
    let size = min(try call.profile.settings.pageSize, call.server.limits.pageSize)
    return page(call.server.downloads, nil, page: 1, pageSize: size)
  }

  /// Detail first, in whatever order they were requested; each once.
  private static func kinds(_ call: Call) -> [Download.Asset.Kind] {
    let wanted = (call.arguments.texts("assets") ?? []).compactMap(Download.Asset.Kind.init(rawValue:))
    return Download.Asset.Kind.allCases.filter { $0 == .detail || wanted.contains($0) }
  }

  private static func key(_ call: Call) throws -> TitleKey {
    guard let key = call.arguments.text("key").flatMap({ TitleKey($0) }) else {
      throw RPCError(.invalidParams, "key is missing")
    }
    return key
  }

  private static func answer(_ download: Download) -> Outcome {
    var writer = JSONWriter(reserving: 1024)
    download.write(into: &writer)
    return .bytes(writer.bytes)
  }

  private static func page(
    _ downloads: Downloads, _ state: Download.State?, page: Int, pageSize: Int
  ) -> Outcome {
    let keys = downloads.queue.sorted(state)
    let rows = TitlePage.rows(page: page, pageSize: pageSize) ?? 0..<0
    let shown = keys[rows.clamped(to: keys.indices)].compactMap(downloads.download)
    let count = PageCount(page: page, pageSize: pageSize, totalResults: keys.count)
    var writer = JSONWriter(reserving: 1024 * (shown.count + 1))
    writer.object { writer in
      writer.name("results")
      writer.array { writer in for download in shown { download.write(into: &writer) } }
      count.write(into: &writer)
    }
    return .bytes(writer.bytes)
  }
}
