import EventLoop
import JSONRPC
import MovieProtocol
import MovieSources

/// `player` and its verbs: see `MovieProtocol/Methods/Player.swift`.
@LoopActor
enum PlayerHandlers {
  static let handlers = [
    MethodHandler(PlayerMethod.self, .waiting(player)),
    // Later requests do not wait until it plays.
    MethodHandler(PlayerPlayMethod.self, .waiting(play), isChange: true, order: .atOnce),
    verb(PlayerPauseMethod.self) { life, _ in life.pause(true) },
    verb(PlayerResumeMethod.self) { life, _ in life.pause(false) },
    verb(PlayerToggleMethod.self) { life, _ in life.toggle() },
    MethodHandler(PlayerStopMethod.self, .waiting(stop), isChange: true, order: .atOnce),
    verb(PlayerSeekMethod.self) { life, arguments in
      life.seek(
        to: arguments[PlayerSeekMethod.seconds], isRelative: arguments[PlayerSeekMethod.isRelative])
    },
    verb(PlayerVolumeMethod.self) { life, arguments in
      life.setVolume(arguments[PlayerVolumeMethod.volume])
    },
  ]

  static func play(_ call: Call) async throws -> Response {
    let request = try TitleRequest(call)
    let display = try display(call)
    let player = call.server.player
    let search = player.search.begin {
      // Nothing was done yet, so this change may be interrupted.
      call.request?.answer(.failure(replaced))
      call.request?.task?.cancel()
    }
    defer { player.search.finish(search) }
    let (key, match) = try await TitleResolver(call).shown()
    let items = try await items(key, request)
    let title = items.first?.title ?? ""
    guard player.search.finish(search) else { throw replaced }
    let patience = call[.timeout]
    try Task.checkCancellation()
    let answer = await player.play(items, display, patience: .milliseconds(patience))
    // The daemon ends.
    try Task.checkCancellation()
    switch answer {
    case .settled: break
    case .replaced: throw replaced
    case .late:
      throw RPCError(
        .timeout, .notPlayingYet(title, patience),
        Advice(.stillLoading, .method(PlayerMethod.method.name)),
        details: ["timeout_ms": .integer(patience)])
    }
    if let missing = player.missing { throw notAvailable(missing, player) }
    return .bytes(PlayerPlayMethod.answer.encode((try await visibleState(call), match)))
  }

  private static let replaced = RPCError(
    .cancelled, .playReplaced, details: ["by": "newer"])

  private static func notAvailable(_ program: String, _ player: Player) -> RPCError {
    RPCError(
      .notAvailable, player.state.fault?.message ?? .programNotStarted(program),
      .installPlayer, details: ["missing": .string(program)])
  }

  static func player(_ call: Call) async throws -> Response {
    await call.server.player.refresh()
    return try await state(call)
  }

  private static func state(_ call: Call) async throws -> Response {
    .bytes(try await visibleState(call).encoded())
  }

  /// - Returns: the state of the player, as far as the connection is told of it.
  private static func visibleState(_ call: Call) async throws -> PlayerState {
    let player = call.server.player
    guard let key = player.state.key else { return player.state }
    let isShown = try await !call.visible([key]).isEmpty
    // Another title may have begun meanwhile.
    let state = player.state
    return isShown && state.key == key ? state : state.withoutTitle
  }

  private static func stop(_ call: Call) async throws -> Response {
    let player = call.server.player
    let wasSearching = player.search.isUnderWay
    player.search.stop()
    if player.state.isLoaded {
      await player.make { $0.stop() }
    } else if !wasSearching {
      throw nothingLoaded(player)
    }
    return try await state(call)
  }

  private static func nothingLoaded(_ player: Player) -> RPCError {
    RPCError(
      .conflict, .nothingLoaded,
      Advice(.playSomething, .method(PlayerPlayMethod.method.name, ask: ["title"])),
      details: ["state": .string(player.state.stage.rawValue)])
  }

  private static func verb(
    _ method: any RPCMethod.Type,
    _ change:
      @escaping @LoopActor @Sendable (inout PlayerStateMachine, Arguments) -> [PlayerStateMachine.Action]
  ) -> MethodHandler {
    MethodHandler(
      method,
      .waiting { call in
        let player = call.server.player
        guard player.state.isLoaded else { throw nothingLoaded(player) }
        let arguments = call.arguments
        await player.make { change(&$0, arguments) }
        return try await state(call)
      }, isChange: true, order: .atOnce)
  }

  /// The maximum number of videos that are tried.
  private static let maxTries = 4

  /// The requested videos that a player can open, best first.
  private static func items(_ key: TitleKey, _ request: TitleRequest) async throws -> [PlayItem] {
    let choice = request[PlayerPlayMethod.video]
    let params = TrailerParams(
      key: key, types: choice == .preview ? [.preview] : [.trailer, .teaser, .preview],
      language: request[PlayerPlayMethod.language])
    guard let found = try await request.titles.videos(params, request.changeOptions) else {
      throw RPCError.unknown(key, request.profile.settings)
    }
    // Nothing else is passed to a player: mpv's own protocols can read and run more than videos.
    let playable = found.videos.filter { video in
      let isDownloaded = video.site == "file"
      return choice == .download
        ? isDownloaded
        : video.type != .search
          && (isDownloaded || video.url.hasPrefix("https://") || video.url.hasPrefix("http://"))
    }
    // Without a network there are only downloaded files.
    let cached = found.meta.isOffline ? playable.first { $0.site == "file" } : nil
    let videos = cached.map { [$0] } ?? Array(playable.prefix(maxTries))
    guard !videos.isEmpty else {
      let text: Message =
        switch choice {
        case .trailer: .noPlayableTrailer(found.title)
        case .preview: .noPlayablePreview(found.title)
        case .download: .noDownloadedVideo(found.title)
        }
      throw RPCError(.notFound, text, advice(choice, found.key), details: ["resource": "video"])
    }
    return videos.map { video in
      PlayItem(
        key: found.key, title: found.title,
        video: choice == .download ? .download : video.type == .preview ? .preview : choice,
        url: request.call.server.storedVideos?.path(of: video, found.key) ?? video.url,
        needsDownloader: !video.isDirect)
    }
  }

  private static func advice(_ choice: PlayerState.VideoChoice, _ key: TitleKey) -> Advice {
    guard choice == .download else { return .seeTrailers(of: key) }
    return Advice(
      .downloadTrailer,
      .method(
        DownloadsAddMethod.method.name,
        params: [JSONMember("key", .string(key.text)), JSONMember("assets", ["trailer"])]))
  }

  private static func display(_ call: Call) throws(RPCError) -> PlayerProgram.Display? {
    guard let display = call[PlayerPlayMethod.display] else { return nil }
    var found = PlayerProgram.Display()
    for member in display.objectValue ?? [] {
      let name = member.value.stringValue.flatMap { PlayerProgram.Display.isName($0) ? $0 : nil }
      switch member.name {
      case "wayland" where name != nil || member.value.isNull: found.wayland = name
      case "x11" where name != nil || member.value.isNull: found.x11 = name
      default:
        throw .parameter(
          "display.\(Spelling.shortened(member.name))",
          .displayMembers, expected: "names like wayland-0 and :0", Advice(.sendDisplays))
      }
    }
    return found
  }
}
