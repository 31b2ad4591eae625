import MovieProtocol

// Options of several commands.

extension Option {
  static let help = Option("help", .flag(true), "h", help: "Show help information.")
  static let version = Option("version", .flag(true), help: "Show the version.")

  static let json = flag("json", "j", help: "Print JSON on one line; default in a pipe.")
  static let format = Option(
    "format", .text, "f", help: "Print a line for each row: text with fields in braces.")

  /// `--type`, also available as `--media-type`.
  static let type = parameter(
    "media_type", named: "type", "t", otherName: "media-type", placeholder: "movie|tv|any",
    help: "Films, series or both.")
  static let includePeople = parameter(
    "include", "i", placeholder: "people", help: "Also list people of that name.")
  static let language = parameter(
    "language", placeholder: "code", help: "Language of titles and texts, de or de-DE.")
  static let genre = parameter(
    "genre", "g", completion: .asked(CompletionValues.genres),
    help: "Names or numbers; , means and, | means or.")
}

extension [Option] {
  /// The forms of an answer that has rows.
  static let output: Self = [
    .json, .flag("text", "T", help: "Print for people, also in a pipe (for less)."), .format,
  ]

  /// The forms of an answer that is a list of titles.
  static let titles: Self =
    output + [
      Option(
        "as", .checked(.choice(PickerLines.Form.allCases.map(\.rawValue))),
        help: "Print a line for each title, for a menu program."),
      .flag("icons", help: "Fetch missing posters for rofi; without it, only cached ones are used."),
    ]

  /// The forms of an answer without rows.
  static let report: Self = [.json, .flag("text", "T", help: "Print for people, also in a pipe.")]

  /// The forms of an answer that needs no daemon.
  static let offline: Self = [
    .flag("json", "j", help: "Print JSON on one line."),
    .flag("text", "T", help: "Print for people; the default."),
  ]

  static let pages: Self = [
    .parameter("page", "p", help: "Number of the page, from 1."),
    .parameter("page_size", "n", help: "Titles per page, 1 to 100."),
  ]

  static let all: Self = [
    .flag("all", "a", help: "Show all pages; default in a pipe with --format and --as.")
  ]

  /// The parameters that methods about titles have besides their own.
  static let freshness: Self = [
    .language, .parameter("region", placeholder: "code", help: "Country of dates and certificates."),
    .flag(
      "cache-only", for: "cache_only", help: "Use only cached and local data; send no request upstream."),
    .parameter(
      "max_age_ms", placeholder: "ms", help: "Fetch again if the cached answer is older than this."),
  ]

  /// Selects and sorts the titles of a list of the library.
  static let library: Self = [
    .type, .parameter("q", "q", placeholder: "words", help: "Only titles with these words."), .genre,
    .parameter(
      "sort_by", placeholder: "field",
      help:
        "added_at, title, release_date, vote_average, vote_count or popularity; .asc or .desc may follow."),
  ]

  /// Of a change to a list of the library.
  static let change: Self =
    [
      .parameter(
        "if_version", help: "Change the entry only if it has this version; 0: only if there is none.")
    ] + output
}

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
