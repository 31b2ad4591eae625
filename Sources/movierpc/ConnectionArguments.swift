import ArgumentParser
import MovieClient

/// The options of every command that talks to the daemon.
typealias ConnectionArguments = ConnectionGroup<UsualLimit>
/// Of a command whose requests may take as long as they need.
typealias PatientConnection = ConnectionGroup<NoLimit>
/// Of a command that runs until it is ended.
typealias EndlessConnection = ConnectionGroup<RefusedLimit>

/// Which daemon a command talks to, in which profile, and how long it waits.
///
/// One group, without others in it: debug builds of ArgumentParser check a group several times for each group
/// around it.
struct ConnectionGroup<Limit: TimeLimit>: ParsableArguments {
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

  @Option(help: Limit.help)
  var timeout: Seconds?

  var options: ConnectionOptions {
    var options = ConnectionOptions()
    options.socket = socket
    options.timeout = timeout ?? .usual
    options.mayStart = !noSpawn
    options.profile = profile
    return options
  }
}

/// What `--timeout` means for a command.
protocol TimeLimit {
  static var help: ArgumentHelp { get }
}

enum UsualLimit: TimeLimit {
  static var help: ArgumentHelp {
    .localized("Seconds until the client gives up; default: \(Seconds.usual.text).", valueName: "s")
  }
}

enum NoLimit: TimeLimit {
  static var help: ArgumentHelp {
    .localized("Seconds until the client gives up; default: no limit.", valueName: "s")
  }
}

/// Only where it precedes the command, as an alias gives it to all, it has no effect.
enum RefusedLimit: TimeLimit {
  static var help: ArgumentHelp { .hidden }
}

extension ConnectionGroup<RefusedLimit> {
  func expectNoLimit(_ command: String) throws(CommandError) {
    guard timeout != nil else { return }
    throw .usage(
      "\(command) takes no --timeout", hint: "to end it after a second: timeout 1 movierpc \(command) ...")
  }
}

extension ColorChoice: ExpressibleByArgument {}

extension Seconds: ExpressibleByArgument {
  init?(argument: String) { self.init(argument) }
}
