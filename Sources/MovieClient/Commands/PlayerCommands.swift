import MovieProtocol

enum PlayerCommands {
  static let group = Command(
    "player", summary: "Show and control the player.",
    discussion: localizedParagraphs(
      """
      movierpc play starts a video. For a click on a bar:

        movierpc player toggle
        movierpc player seek +10
        movierpc player volume 60
      """),
    standard: "show",
    subcommands: [
      control(
        "show", aliases: ["status"], "player", summary: "Show the player's state; the same as player alone."),
      control("toggle", "player.toggle", summary: "Toggle pause."),
      control("pause", "player.pause", summary: "Pause."),
      control("resume", "player.resume", summary: "Resume."),
      control("stop", "player.stop", summary: "Stop the player and close its window."), seek,
      Command(
        "volume", summary: "Set the player's volume, 0 to 100.", method: "player.volume",
        arguments: [Argument("VOLUME", for: "volume", help: "0 to 100.")], options: [.output],
        run: Answer.show(PlayerPage.text)),
    ])

  private static func control(
    _ name: String, aliases: [String] = [], _ method: String, summary: LocalizedText
  ) -> Command {
    Command(
      name, aliases: aliases, summary: summary, method: method, options: [.output],
      run: Answer.show(PlayerPage.text))
  }

  private static let seek = Command(
    "seek", summary: "Seek to a position.", usage: "SECONDS | +SECONDS | -SECONDS [options]",
    method: "player.seek",
    arguments: [
      Argument("SECONDS", for: "seconds", help: "From the beginning; with + or -, from the present position.")
    ],
    options: [.output],
    run: { (invocation) throws(CommandError) in
      let word = invocation.words[0]
      var params = MethodParams("player.seek")
      params.add("seconds", word.hasPrefix("+") ? String(word.dropFirst()) : word)
      params.add("relative", word.hasPrefix("+") || word.hasPrefix("-"))
      _ = try params.json()
      try ResultPrinter.show(params, invocation, try invocation.form(), PlayerPage.text)
    })
}
