package import JSONRPC

// The player: there is one.

package enum PlayerMethod: RPCMethod {
  package static let method = Method(
    "player", "show what the player is doing", description: "The position is the present one.",
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
      The answer is sent when the video plays or has failed; then state is failed and error has the reason. \
      The best video that a player can open is chosen. It replaces the one that plays now. A title without a \
      video is `not_found`.
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
  package static let method = Method.player("stop", "stop the player", "The player's window closes.")
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
      "player." + name, summary, description: "\(description) If nothing is loaded, the error is `conflict`.",
      parameters: parameters, result: PlayerState.schema, errors: [.conflict, .notAvailable], example: example
    )
  }
}
