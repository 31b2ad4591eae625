package import JSONRPC

// The player: there is one.

package enum PlayerMethod: RPCMethod {
  package static let method = Method(
    "player", "show what the player is doing",
    description: """
      There is one player for all clients and profiles: mpv, which the daemon starts on demand and which \
      ends with its video; key, title, video and url remain. The position is the present one. Where an age \
      limit hides the title, its key, title, video, url and error are null.
      """,
    result: PlayerState.schema)
}

package enum PlayerPlayMethod: RPCMethod {
  package static let video = Param(
    "video", .choice(PlayerState.VideoChoice.self), default: .trailer,
    "A trailer (or teaser), iTunes' preview, or a downloaded file.")
  package static let language = Param(
    "language", .language, setting: .language, unset: "en-US",
    "Language of the trailer; default: the setting.")
  package static let display = Param(
    "display", .object(maximum: 2),
    "Where its window opens: {\"wayland\":\"wayland-0\",\"x11\":\":0\"}, your WAYLAND_DISPLAY and DISPLAY."
  )

  package static let method = Method(
    "player.play", "play a trailer, a preview or a download",
    description: """
      The answer is sent when the video plays or has failed; then state is failed and error has the \
      reason. The best video that a player can open is chosen, never a page for a browser, and if it \
      cannot be played the next, up to the fourth; without a network, the downloaded one. It replaces the \
      one that plays now; a request that still looks for its video is then `cancelled` by newer. A title \
      without a video is `not_found`. mpv is needed, and for videos that are not direct also yt-dlp, else \
      `not_available`. After `timeout` it continues to load.
      """,
    parameters: [.key, video, language, display, .titleWords],
    alternatives: [.key, .titleWords],
    result: answer.schema,
    errors: [
      .notFound, .notAvailable, .forbidden, .upstreamUnavailable, .upstreamUnauthorized, .rateLimited,
      .storageError,
    ],
    example: ["key": "movie/438631"])

  package static let answer = Shape<(state: PlayerState, match: BestMatch?)>("PlayerStarted") {
    Member(of: \.state)
    Member("match", \.match, BestMatch.about)
  }
}

package enum PlayerPauseMethod: RPCMethod {
  package static let method = Method.player("pause", "pause the player", "A paused player stays paused.")
}

package enum PlayerResumeMethod: RPCMethod {
  package static let method = Method.player(
    "resume", "resume the player", "A player that plays continues.")
}

package enum PlayerToggleMethod: RPCMethod {
  package static let method = Method.player("toggle", "toggle pause", "Use it for a click on a bar.")
}

package enum PlayerStopMethod: RPCMethod {
  package static let method = Method.player(
    "stop", "stop the player", "Its window closes. It also ends a player.play that still looks for its video."
  )
}

package enum PlayerSeekMethod: RPCMethod {
  package static let seconds = Param(
    required: "seconds", .number(-1_000_000...1_000_000), "From the beginning, or from the present position.")
  package static let isRelative = Param(
    "relative", .boolean, default: false, "Count from the present position; negative seconds go back.")

  package static let method = Method.player(
    "seek", "seek to a position", "A position past the end ends playback.",
    parameters: [seconds, isRelative],
    example: ["seconds": 30, "relative": true])
}

package enum PlayerVolumeMethod: RPCMethod {
  package static let volume = Param(
    required: "volume", .integer(0...100), "100 is the file's own volume.")

  package static let method = Method.player(
    "volume", "set the player's volume", "Changes the player's volume, not the system's.",
    parameters: [volume],
    example: ["volume": 80])
}

extension Method {
  fileprivate static func player(
    _ name: String, _ summary: String, _ description: String, parameters: [Parameter] = [],
    example: JSONValue = [:]
  ) -> Method {
    Method(
      "player." + name, summary,
      description: """
        \(description) It acts at once, even while player.play waits, and answers the new state. If nothing is loaded, \
        the error is `conflict` with the player's state.
        """,
      parameters: parameters, result: PlayerState.schema, errors: [.conflict, .notAvailable], example: example
    )
  }
}
