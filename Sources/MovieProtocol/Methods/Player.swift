import JSONRPC

// The player: there is one.

extension Method {
  package static let play = Method(
    "play", "play a trailer, a preview or a download",
    description: """
      Answered when it plays or has failed: then state is failed and error says why. The best video that a player can open \
      is taken; what is played already gives way. A title of which there is none is `not_found`.
      """,
    parameters: [
      .requiredKey,
      Parameter(
        "what", .choice(PlayerState.What.allCases.map(\.rawValue)), default: .text("trailer"),
        "A trailer (or teaser), iTunes' preview, or what was downloaded."),
      Parameter(
        "language", .language, setting: "language", "Language of the trailer; default: the setting."),
      Parameter(
        "display", .object(maximum: 2),
        "Where its window opens: {\"wayland\":\"wayland-0\",\"x11\":\":0\"}, the asking program's WAYLAND_DISPLAY and DISPLAY."
      ),
    ],
    result: PlayerState.schema,
    errors: [
      .notFound, .notAvailable, .forbidden, .cancelled, .upstreamUnavailable, .upstreamUnauthorized,
      .rateLimited,
    ],
    example: ["key": "movie/438631"])

  package static let player = Method(
    "player", "what the player is doing", description: "The position is that of this moment.",
    result: PlayerState.schema)

  package static let playerPause = verb("pause", "pause what is played", "What is paused stays so.")
  package static let playerResume = verb("resume", "go on with what is paused", "What is playing goes on.")
  package static let playerToggle = verb("toggle", "pause, or go on", "For a click on a bar.")
  package static let playerStop = verb("stop", "end what is played", "The player's window closes.")

  package static let playerSeek = verb(
    "seek", "go to another moment", "Beyond the end it ends.",
    parameters: [
      Parameter(
        "seconds", .number(-1_000_000...1_000_000), required: true, "From the beginning, or from here."),
      Parameter(
        "relative", .boolean, default: .boolean(false), "From here; backwards where seconds is negative."),
    ], example: ["seconds": 30, "relative": true])

  package static let playerVolume = verb(
    "volume", "set the player's volume", "Its own, not the system's.",
    parameters: [
      Parameter("volume", .integer(0...100), required: true, "100 is as loud as the file has it.")
    ],
    example: ["volume": 80])

  private static func verb(
    _ name: String, _ summary: String, _ description: String, parameters: [Parameter] = [],
    example: JSONValue = [:]
  ) -> Method {
    Method(
      "player." + name, summary, description: "\(description) With nothing loaded it is a `conflict`.",
      parameters: parameters, result: PlayerState.schema, errors: [.conflict, .notAvailable], example: example
    )
  }
}
