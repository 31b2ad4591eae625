import ArgumentParser

/// The command tree as the completion scripts see it: with the options that may also precede a command, which
/// `LeadingOptions` has moved behind it before `Root` is parsed.
struct CompletionRoot: ParsableCommand {
  static let configuration = Root.configuration

  /// The first argument of a script that asks for words.
  static let request = "---completion"

  // Not --as, whose values are others for each command.
  @OptionGroup var output: OutputArguments
  @OptionGroup var connection: ConnectionArguments

  /// A request of a script, as `Root` understands it: `search` has these options with the same values.
  static func words(_ words: [String]) -> [String] {
    words.first == request && words.dropFirst().first == "--"
      ? [request, "search"] + words.dropFirst() : words
  }
}
