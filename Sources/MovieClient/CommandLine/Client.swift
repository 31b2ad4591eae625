import JSONRPC
import MovieProtocol

/// One run of the client: its words are understood, and the command is carried out.
package enum Client {
  package static func run(_ words: [String]) throws(CommandError) {
    if words.first == CompletionRequest.marker { return try complete(Array(words.dropFirst())) }
    let parser = CommandParser(words)
    if parser.path.isEmpty, parser.has(Option.version), !parser.has(Option.help) {
      return try Output.write("movierpc \(Version.program) (protocol \(Version.wire))\n")
    }
    let hint = CommandHint(words: words)
    let invocation: Invocation
    do throws(CommandMistake) {
      invocation = try parser.invocation()
    } catch {
      throw hint.error(error, parser.path)
    }
    guard let run = invocation.command.run, !invocation.wantsHelp else {
      return try Pager.show(CommandHelp().text(invocation.command, invocation.path))
    }
    do throws(CommandError) {
      try run(invocation)
    } catch {
      throw hint.corrected(error, invocation.path)
    }
  }

  private static func complete(_ words: [String]) throws(CommandError) {
    guard let shell = words.first.flatMap(CompletionWord.Shell.init), words.count > 1 else {
      throw .usage(
        "\(CompletionRequest.marker) is for the scripts of movierpc completions",
        hint: "movierpc completions --help shows how to install one")
    }
    let lines = CompletionRequest(shell, Array(words.dropFirst())).lines()
    try Output.write(lines.map { $0 + "\n" }.joined())
  }
}
