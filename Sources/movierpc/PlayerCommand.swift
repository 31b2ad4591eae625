import ArgumentParser
import MovieClient

struct PlayerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "player",
    abstract: localized("Show and control the player."),
    discussion: localizedParagraphs(
      """
      movierpc play starts a video. For a click on a bar:

        movierpc player toggle
        movierpc player seek +10
        movierpc player volume 60
      """),
    subcommands: [Show.self, Toggle.self, Pause.self, Resume.self, Stop.self, Seek.self, Volume.self],
    defaultSubcommand: Show.self)
}

extension PlayerCommand {
  struct Show: ParsableCommand, AnswerOptions {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: localized("Show the player's state; the same as player alone."),
      usage: "movierpc player [options]", aliases: ["status"])

    @OptionGroup var output: OutputArguments
    @OptionGroup var connection: ConnectionArguments

    func run() throws { try show(MethodParams("player"), PlayerPage.text) }
  }

  struct Toggle: ParsableCommand, AnswerOptions {
    static let configuration = CommandConfiguration(
      commandName: "toggle", abstract: localized("Toggle pause."))
    @OptionGroup var output: OutputArguments
    @OptionGroup var connection: ConnectionArguments
    func run() throws { try show(MethodParams("player.toggle"), PlayerPage.text) }
  }

  struct Pause: ParsableCommand, AnswerOptions {
    static let configuration = CommandConfiguration(commandName: "pause", abstract: localized("Pause."))
    @OptionGroup var output: OutputArguments
    @OptionGroup var connection: ConnectionArguments
    func run() throws { try show(MethodParams("player.pause"), PlayerPage.text) }
  }

  struct Resume: ParsableCommand, AnswerOptions {
    static let configuration = CommandConfiguration(commandName: "resume", abstract: localized("Resume."))
    @OptionGroup var output: OutputArguments
    @OptionGroup var connection: ConnectionArguments
    func run() throws { try show(MethodParams("player.resume"), PlayerPage.text) }
  }

  struct Stop: ParsableCommand, AnswerOptions {
    static let configuration = CommandConfiguration(
      commandName: "stop", abstract: localized("Stop the player and close its window."))
    @OptionGroup var output: OutputArguments
    @OptionGroup var connection: ConnectionArguments
    func run() throws { try show(MethodParams("player.stop"), PlayerPage.text) }
  }

  struct Seek: ParsableCommand, AnswerOptions {
    static let configuration = CommandConfiguration(
      commandName: "seek", abstract: localized("Seek to a position."),
      usage: "movierpc player seek SECONDS | +SECONDS | -SECONDS [options]")

    @Argument(
      parsing: .allUnrecognized,
      help: .localized("From the beginning; with + or -, from the present position."))
    var seconds: [String]

    @OptionGroup var output: OutputArguments
    @OptionGroup var connection: ConnectionArguments

    func run() throws {
      guard seconds.count == 1, let word = seconds.first else {
        throw CommandError.usage(
          "seek takes one number of seconds", hint: "for example: movierpc player seek +10")
      }
      var params = MethodParams("player.seek")
      let isRelative = word.hasPrefix("+") || word.hasPrefix("-")
      params.add("seconds", word.hasPrefix("+") ? String(word.dropFirst()) : word)
      params.add("relative", isRelative)
      try show(params, PlayerPage.text)
    }
  }

  struct Volume: ParsableCommand, AnswerOptions {
    static let configuration = CommandConfiguration(
      commandName: "volume", abstract: localized("Set the player's volume, 0 to 100."))

    @Argument(help: .localized("0 to 100."))
    var volume: String

    @OptionGroup var output: OutputArguments
    @OptionGroup var connection: ConnectionArguments

    func run() throws {
      var params = MethodParams("player.volume")
      params.add("volume", volume)
      try show(params, PlayerPage.text)
    }
  }
}
