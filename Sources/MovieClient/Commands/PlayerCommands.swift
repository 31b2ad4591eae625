import JSONRPC
import MovieProtocol

// Videos and pictures of a title.

extension Command {
  static let trailer = Command(
    "trailer", summary: "Show the address of a title's trailer, or play it.",
    usage: "KEY | WORDS ... [--play | --open] [--types trailer teaser ...] [options]",
    discussion: localizedParagraphs(
      """
      Lists the best video first. KEY and WORDS are as for detail.

        movierpc trailer movie/438631
        movierpc trailer dune --play           the same as movierpc play dune
        movierpc trailer dune --open           in the browser
        movierpc trailer dune --json | jq -r .best.url
        movierpc trailer dune --types trailer clip --format '{url}'

      Exit status 5: there is no such title, or it has no video. 6: playing
      failed; try later.
      """),
    method: "trailer", arguments: [.title],
    options: [
      [
        .parameter(
          "types", placeholder: "type", takesList: true,
          help: "Types of videos: trailer, teaser, clip, featurette, preview, search ..."),
        .flag("play", help: "Play the best one, and show the player's state."),
        .flag("open", help: "Open the best one's page with xdg-open."),
      ], .output, .freshness,
    ],
    exclusive: usuallyExclusive + [["play", "open"], ["types", "play"]],
    run: { (invocation) throws(CommandError) in
      if invocation.has("play") { return try play(invocation) }
      let form = try invocation.form()
      let result = try TitleCommand.result(try invocation.params(), invocation, hasPage: form.isForPeople)
      let best = JSONView(try RPCClient.json(result), TrailerMethod.answer).videos.first
      if best != nil, invocation.has("open") { return try OpenAddress.open(best?.url ?? "") }
      if best != nil || !form.isForPeople {
        try ResultPrinter.show(result, form) { TrailerPage.text($0, on: $1) }
      }
      guard best != nil else {
        throw CommandError(.notFound, "this title has no known video", kind: "not_found")
      }
    })

  static let play = Command(
    "play", summary: "Play a title's trailer, preview or download.",
    usage: "KEY | WORDS ... [--video trailer|preview|download] [options]",
    discussion: localizedParagraphs(
      """
      Plays the best video with mpv, and prints the player's state when it
      plays. A downloaded video is preferred when there is no network. KEY
      and WORDS are as for detail.

        movierpc play dune
        movierpc play dune --video download
        movierpc player toggle
        movierpc player stop

      Exit status 5: there is no such title, or it has no video. 6: playing
      failed; try later.
      """),
    method: "player.play", arguments: [.title],
    options: [[.parameter("video", help: "Kind of video; default: trailer.")], .output, [.language]],
    run: play)

  @Sendable private static func play(_ invocation: Invocation) throws(CommandError) {
    var params = invocation.params(of: PlayerPlayMethod.method.name)
    if let display = OwnDisplay.json() { params.add("display", json: display) }
    _ = try params.json()
    let form = try invocation.form()
    let result = try TitleCommand.result(params, invocation)
    let failure = PlayerPage.failure(try RPCClient.json(result))
    if failure == nil || !form.isForPeople { try ResultPrinter.show(result, form, PlayerPage.text) }
    if let failure { throw failure }
  }

  static let poster = Command(
    "poster", summary: "Show a title's poster, or print its file's path.",
    usage: "KEY | WORDS ... [--kind poster|backdrop|logo] [--size w342] [options]",
    discussion: localizedParagraphs(
      """
      On a terminal chafa draws it, if it is installed. Otherwise, and in a
      pipe, its path is printed; the file stays for at least an hour. KEY
      and WORDS are as for detail.

        movierpc poster dune
        movierpc poster movie/438631 --size original | xargs -d '\\n' imv
        movierpc poster dune --kind backdrop --format '{file} {width}x{height}'
        movierpc poster person/525

      Exit status 5: there is no such title, or it has no such picture.
      """),
    method: "image", arguments: [.title],
    options: [
      [
        .parameter("kind", help: "Kind of picture."),
        .parameter(
          "size", placeholder: "size", help: "A size as TMDB names it: w92 to w780, or original."),
      ], .output, .freshness,
    ],
    run: { (invocation) throws(CommandError) in
      let form = try invocation.form()
      var params = try invocation.params()
      let result: [UInt8]
      if invocation.words.count == 1, let person = PersonAddress.key(invocation.words[0]) {
        params.add("key", person.text)
        var caller = try invocation.connect()
        result = try caller.result(params)
      } else {
        result = try TitleCommand.result(params, invocation)
      }
      guard !form.json, form.format == nil else {
        return try ResultPrinter.show(result, form) { _, _ in "" }
      }
      guard let file = JSONView(try RPCClient.json(result), ImageMethod.answer).file else {
        throw CommandError(.failed, "the result names no file")
      }
      if !form.text, Output.isTerminal, let program = TerminalPicture.program(),
        TerminalPicture.draw(file, with: program, hasColour: Screen.current().hasColour)
      {
        return
      }
      try Output.write(file + "\n")
    })
}

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
