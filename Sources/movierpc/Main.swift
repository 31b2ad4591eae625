#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif
import MovieClient

/// The client. `call` and `pipe` are handled before ArgumentParser is used: its parsing alone takes longer
/// than a whole `movierpc call ping`.
@main
enum Main {
  static func main() {
    StandardDescriptors.fill()
    DisplayLanguage.followEnvironment()
    do throws(CommandError) {
      exit(try run(Array(CommandLine.arguments.dropFirst())).rawValue)
    } catch {
      Output.report(error)
      exit(error.status.rawValue)
    }
  }

  private static func run(_ words: [String]) throws(CommandError) -> ExitStatus {
    let leading = try LeadingOptions(words)
    let command = Array(words.dropFirst(leading.count))
    switch command.first {
    case "call":
      let options = try CallOptions(leading.words + command.dropFirst())
      if !options.wantsHelp { return try call(options, words) }
    case "pipe":
      let options = try CallOptions(leading.words + command.dropFirst(), allowsEnvelope: false)
      if !options.wantsHelp { return try Pipe.perform(options) }
    default: break
    }
    return try Root.perform(command, leading: leading)
  }

  private static func call(_ options: CallOptions, _ words: [String]) throws(CommandError) -> ExitStatus {
    do throws(CommandError) {
      return try Call.perform(options)
    } catch {
      throw Root.corrected(error, words, ["call"])
    }
  }
}
