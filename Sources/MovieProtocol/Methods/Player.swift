package import JSONRPC

// The player: there is one.

package enum PlayerMethod: RPCMethod {
  package static let method = Method(
    "player", "what the player is doing", description: "The position is that of this moment.",
    result: PlayerState.schema)
}

package enum PlayerPlayMethod: RPCMethod {
  package static let what = Param(
    "what", .choice(PlayerState.What.self), default: .trailer,
    "A trailer (or teaser), iTunes' preview, or what was downloaded.")
  package static let language = Param(
    "language", .language, setting: .language, unset: "en-US",
    "Language of the trailer; default: the setting.")
  package static let display = Param(
    "display", .object(maximum: 2),
    "Where its window opens: {\"wayland\":\"wayland-0\",\"x11\":\":0\"}, the asking program's WAYLAND_DISPLAY and DISPLAY."
  )

  package static let method = Method(
    "player.play", "play a trailer, a preview or a download",
    description: """
      Answered when it plays or has failed: then state is failed and error says why. The best video that a player can open \
      is taken; what is played already gives way. A title of which there is none is `not_found`.
      """,
    parameters: [.key, what, language, display],
    result: PlayerState.schema,
    errors: [
      .notFound, .notAvailable, .forbidden, .cancelled, .upstreamUnavailable, .upstreamUnauthorized,
      .rateLimited,
    ],
    example: ["key": "movie/438631"])
}

package enum PlayerPauseMethod: RPCMethod {
  package static let method = Method.player("pause", "pause what is played", "What is paused stays so.")
}

package enum PlayerResumeMethod: RPCMethod {
  package static let method = Method.player(
    "resume", "go on with what is paused", "What is playing goes on.")
}

package enum PlayerToggleMethod: RPCMethod {
  package static let method = Method.player("toggle", "pause, or go on", "For a click on a bar.")
}

package enum PlayerStopMethod: RPCMethod {
  package static let method = Method.player("stop", "end what is played", "The player's window closes.")
}

package enum PlayerSeekMethod: RPCMethod {
  package static let seconds = Param(
    required: "seconds", .number(-1_000_000...1_000_000), "From the beginning, or from here.")
  package static let isRelative = Param(
    "relative", .boolean, default: false, "From here; backwards where seconds is negative.")

  package static let method = Method.player(
    "seek", "go to another moment", "Beyond the end it ends.", parameters: [seconds, isRelative],
    example: ["seconds": 30, "relative": true])
}

package enum PlayerVolumeMethod: RPCMethod {
  package static let volume = Param(
    required: "volume", .integer(0...100), "100 is as loud as the file has it.")

  package static let method = Method.player(
    "volume", "set the player's volume", "Its own, not the system's.", parameters: [volume],
    example: ["volume": 80])
}

extension Method {
  fileprivate static func player(
    _ name: String, _ summary: String, _ description: String, parameters: [Parameter] = [],
    example: JSONValue = [:]
  ) -> Method {
    Method(
      "player." + name, summary, description: "\(description) With nothing loaded it is a `conflict`.",
      parameters: parameters, result: PlayerState.schema, errors: [.conflict, .notAvailable], example: example
    )
  }
}
