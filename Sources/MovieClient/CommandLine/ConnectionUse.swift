import MovieProtocol

/// How a command uses the connection to the daemon: which options of it its help shows.
enum ConnectionUse: Sendable {
  /// For as long as the usual limit.
  case usual
  /// Its requests may take as long as they need.
  case patient
  /// Until the command is ended: it refuses a limit.
  case endless
  /// It needs no daemon.
  case unused

  var options: [Option] {
    switch self {
    case .usual: Self.leading
    case .patient: Self.options(help: "Seconds until the client gives up; default: no limit.")
    case .endless: Self.options(help: nil)
    case .unused: Self.options(help: "", isHidden: true)
    }
  }

  /// Those that precede a command.
  static let leading = options(help: "Seconds until the client gives up; default: \(Seconds.usual.text).")

  /// - Parameter help: of `--timeout`; nil: there is no such option.
  private static func options(help: LocalizedText?, isHidden: Bool = false) -> [Option] {
    [
      Option(
        "socket", .text, placeholder: "path", completion: .files, isHidden: isHidden,
        help: "Socket of the daemon."),
      Option("no-spawn", .flag(true), isHidden: isHidden, help: "Do not start a daemon that is not running."),
      Option(
        "profile", .text, "P", placeholder: "name", completion: .asked(CompletionValues.profiles),
        isHidden: isHidden, help: "Profile to use."),
      Option(
        "color", .checked(.choice(ColorChoice.allCases.map(\.rawValue))), isHidden: isHidden,
        help: "Colours of text for people."),
    ]
      + (help.map { [Option("timeout", .seconds, placeholder: "s", isHidden: isHidden, help: $0)] } ?? [])
      + [
        Option(
          "no-pager", .flag(true), isHidden: isHidden || help == nil,
          help: "Print a long page without a pager.")
      ]
  }
}
