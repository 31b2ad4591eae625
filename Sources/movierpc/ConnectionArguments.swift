import ArgumentParser
import MovieClient

/// The options of every command that talks to the daemon.
struct ConnectionArguments: ParsableArguments {
  @Option(help: ArgumentHelp("Socket of the daemon.", valueName: "path"), completion: .file())
  var socket: String?

  @Option(help: ArgumentHelp("Seconds until the client gives up.", valueName: "s"))
  var timeout = Seconds.usual

  @Flag(name: .customLong("no-spawn"), help: "Do not start a daemon that is not running.")
  var noSpawn = false

  @Option(
    help: ArgumentHelp("Profile to use.", valueName: "name"),
    completion: CompletionWords.profiles)
  var profile: String?

  var options: ConnectionOptions {
    var options = ConnectionOptions()
    options.socket = socket
    options.timeout = timeout
    options.mayStart = !noSpawn
    options.profile = profile
    return options
  }
}

extension Seconds: ExpressibleByArgument {
  init?(argument: String) { self.init(argument) }
  var defaultValueDescription: String { text }
}
