import JSONRPC
import MovieProtocol

/// The state machine of the player: events in, actions out. A value without I/O; ``Player`` performs the
/// actions.
///
/// mpv runs while something is loaded and ends by itself afterwards (`--idle=once`), so it may be told to
/// load something when it is about to end: it is then started again.
struct PlayerStateMachine {
  enum Action: Equatable {
    case start
    /// Answered by a `reply` with this id.
    case load(PlayItem, id: Int)
    case set(String, JSONValue)
    case seek(Double, isRelative: Bool)
    case quit
    /// The state has changed.
    case changed
    /// Playback continues from another position.
    case moved
    /// It plays or has failed: requests that wait for that are answered.
    case settled
  }

  private(set) var state = PlayerState()
  private var isRunning = false
  private var item: PlayItem?
  /// Tried in this order if the present one cannot be played.
  private var others: [PlayItem] = []
  /// What yt-dlp says of the present one.
  private var downloaderReason: DownloaderReason?
  /// The id of the last `load`.
  private var loadID = 0
  /// mpv's number of the loaded entry; nil until it has answered the `load`.
  private var entry: Int?
  private var isAnswered = false
  private var isPaused = false
  /// The last value sent, until mpv reports its own.
  private var wantsPause: Bool?
  /// The running program was started for the present item.
  private var isFresh = false

  /// It has been told to load an item and has not answered.
  var isUnanswered: Bool { isRunning && state.stage == .loading && !isAnswered }

  // Commands.

  mutating func play(_ items: [PlayItem]) -> [Action] {
    guard let first = items.first else { return [] }
    others = Array(items.dropFirst())
    return begin(first)
  }

  private mutating func begin(_ item: PlayItem) -> [Action] {
    self.item = item
    var next = PlayerState()
    next.stage = .loading
    (next.key, next.title, next.video, next.url) = (item.key, item.title, item.video, item.url)
    next.volume = state.volume
    state = next
    isFresh = false
    return (isRunning ? [] : start()) + load(item) + [.changed]
  }

  private mutating func start() -> [Action] {
    isRunning = true
    (isPaused, wantsPause, isFresh) = (false, nil, true)
    return [.start]
  }

  private mutating func load(_ item: PlayItem) -> [Action] {
    loadID += 1
    (entry, isAnswered, downloaderReason) = (nil, false, nil)
    // A new item does not begin paused because the last one was.
    let unpaused = isPaused || wantsPause == true ? pause(false) : []
    // If a media file cannot be opened, yt-dlp is not called for it, which would take time.
    return unpaused + [
      .set("ytdl", .bool(item.needsDownloader)), .set("force-media-title", .string(item.title)),
      .load(item, id: loadID),
    ]
  }

  mutating func pause(_ wanted: Bool) -> [Action] {
    wantsPause = wanted
    return [.set("pause", .bool(wanted))]
  }

  mutating func toggle() -> [Action] { pause(!(wantsPause ?? isPaused)) }

  mutating func setVolume(_ volume: Int) -> [Action] { [.set("volume", .integer(volume))] }

  func seek(to seconds: Double, isRelative: Bool) -> [Action] { [.seek(seconds, isRelative: isRelative)] }

  mutating func stop() -> [Action] { [.quit] + end(.stopped) }

  // Events.

  mutating func handle(_ message: MPVMessage) -> [Action] {
    switch message {
    case .reply(let id, let error, let data):
      guard id == loadID, !isAnswered, state.isLoaded else { return [] }
      isAnswered = true
      entry = data?["playlist_entry_id"]?.intValue
      return error.map { unplayable(.playerRejected($0)) } ?? []
    case .property(let name, let value): return handle(name, value)
    case .fileLoaded: return []
    case .downloaderFailed(let text):
      if state.stage == .loading { downloaderReason = DownloaderReason(text) ?? downloaderReason }
      return []
    case .playbackRestarted:
      guard isAnswered, state.isLoaded else { return [] }
      return state.stage == .loading ? go(to: isPaused ? .paused : .playing) : [.moved]
    case .fileEnded(let reason, let entry, let error):
      // About the previous item, which was replaced.
      guard isAnswered, state.isLoaded, self.entry == nil || entry == nil || entry == self.entry else {
        return []
      }
      switch reason {
      case "error":
        let reason = error ?? "unknown error"
        guard item?.needsDownloader == true else { return unplayable(.playerFailed(reason)) }
        return unplayable(
          .playerFailedForDownloader(reason, .words((downloaderReason ?? .unknown).text)),
          downloaderReason == .isMissing ? Advice(.installYTDLP, .install("yt-dlp")) : nil)
      case "redirect":
        // A playlist, whose first entry comes next, with a number of its own.
        self.entry = nil
        return []
      default: return end(.stopped)
      }
    }
  }

  /// The program has ended.
  mutating func exited(status: Int, signal: Int) -> [Action] {
    isRunning = false
    guard state.isLoaded, let item else { return [] }
    // It was already ending when it was told to load this.
    if state.stage == .loading, !isFresh, signal == 0 { return start() + load(item) }
    if signal != 0 { return fail(.notAvailable, .playerKilled(signal)) }
    if status != 0 { return fail(.notAvailable, .playerEnded(status)) }
    // Its window was closed.
    return state.stage == .loading ? fail(.notAvailable, .playerEndedEarly) : end(.stopped)
  }

  /// The program did not answer, and was killed for that.
  mutating func lost() -> [Action] {
    isRunning = false
    guard state.isLoaded, let item else { return [] }
    // It may have hung before it was told to load this.
    if state.stage == .loading, !isFresh { return start() + load(item) }
    return fail(.notAvailable, .playerSilent)
  }

  /// The program could not be started.
  mutating func couldNotStart(_ reason: String) -> [Action] {
    isRunning = false
    return fail(.notAvailable, .playerNotStarted(reason), .installPlayer)
  }

  /// - Parameter seconds: as mpv reports it; nil: nothing is played.
  mutating func position(_ seconds: Double?) -> [Action] {
    guard state.isLoaded, let seconds, seconds.isFinite, state.position != seconds else { return [] }
    state.position = seconds
    return [.changed]
  }

  private mutating func handle(_ name: String, _ value: JSONValue?) -> [Action] {
    let before = state
    switch name {
    case "pause":
      isPaused = value?.boolValue ?? isPaused
      wantsPause = nil
      if state.stage == .playing, isPaused { state.stage = .paused }
      if state.stage == .paused, !isPaused { state.stage = .playing }
    case "duration" where state.isLoaded:
      state.duration = value?.doubleValue.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
    case "volume":
      if let volume = value?.doubleValue, (0...10_000).contains(volume) {
        state.volume = Int(volume.rounded())
      }
    default: break
    }
    return state == before ? [] : [.changed]
  }

  private mutating func go(to stage: PlayerState.Stage) -> [Action] {
    state.stage = stage
    return [.changed, .settled]
  }

  /// Another video of the title may be playable, or else a page of the title's videos may be.
  private mutating func unplayable(_ message: Message, _ advice: Advice? = nil) -> [Action] {
    guard state.stage == .loading, !others.isEmpty else {
      return fail(.upstreamUnavailable, message, advice ?? state.key.map { .seeTrailers(of: $0) })
    }
    return begin(others.removeFirst())
  }

  private mutating func fail(_ kind: RPCError.Kind, _ message: Message, _ advice: Advice? = nil) -> [Action] {
    state.fault = Failure(kind, message, advice)
    return end(.failed)
  }

  private mutating func end(_ stage: PlayerState.Stage) -> [Action] {
    state.stage = stage
    state.position = nil
    state.duration = nil
    (item, others) = (nil, [])
    return [.changed, .settled]
  }
}
