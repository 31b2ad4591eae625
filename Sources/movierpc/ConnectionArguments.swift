import ArgumentParser
import MovieClient

/// Which daemon a command talks to, and in which profile.
struct DaemonArguments: ParsableArguments {
  @Option(help: .localized("Socket of the daemon.", valueName: "path"), completion: .file())
  var socket: String?

  @Flag(name: .customLong("no-spawn"), help: .localized("Do not start a daemon that is not running."))
  var noSpawn = false

  @Option(
    name: [.customShort("P"), .long], help: .localized("Profile to use.", valueName: "name"),
    completion: CompletionWords.profiles)
  var profile: String?

  /// ``ColorChoice/ofCommandLine`` reads it, also where it precedes the command.
  @Option(help: .localized("Colours of text for people.", valueName: "auto|always|never"))
  var color: ColorChoice?

  func options(_ timeout: Seconds) -> ConnectionOptions {
    var options = ConnectionOptions()
    options.socket = socket
    options.timeout = timeout
    options.mayStart = !noSpawn
    options.profile = profile
    return options
  }
}

/// The options of every command that talks to the daemon.
struct ConnectionArguments: ParsableArguments {
  @OptionGroup var daemon: DaemonArguments

  @Option(help: .localized("Seconds until the client gives up.", valueName: "s"))
  var timeout = Seconds.usual

  var options: ConnectionOptions { daemon.options(timeout) }
}

/// The options of a connection whose requests may take as long as they need.
struct PatientConnection: ParsableArguments {
  @OptionGroup var daemon: DaemonArguments

  @Option(help: .localized("Seconds until the client gives up; default: no limit.", valueName: "s"))
  var timeout: Seconds?

  var options: ConnectionOptions { daemon.options(timeout ?? .usual) }
}

/// The options of a command that runs until it is ended. It accepts the limit that an alias gives to all.
struct EndlessConnection: ParsableArguments {
  @OptionGroup var daemon: DaemonArguments

  @Option(help: .hidden)
  var timeout: Seconds?
}

extension ColorChoice: ExpressibleByArgument {}

extension Seconds: ExpressibleByArgument {
  init?(argument: String) { self.init(argument) }
  var defaultValueDescription: String { text }
}
