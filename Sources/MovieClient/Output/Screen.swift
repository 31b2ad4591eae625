import Glibc

/// The properties of the output for pages: its width in columns, with or without colour, with letters only or
/// also signs.
package struct Screen: Equatable, Sendable {
  /// How a piece of a page is highlighted. All colours are among the sixteen that every theme has.
  package enum Style: Equatable, Sendable { case plain, strong, dim, accent, good, bad }

  package let width: Int
  package let hasColour: Bool
  /// Non-ASCII signs may replace words.
  package let hasSigns: Bool

  package init(width: Int, hasColour: Bool = false, hasSigns: Bool = true) {
    self.width = width
    self.hasColour = hasColour
    self.hasSigns = hasSigns
  }

  /// Wide enough for any line.
  package static let endless = Screen(width: .max)

  /// For the answer to a change, which is a line wherever a program may read it.
  package static var ofChange: Screen { Output.isTerminal ? .current() : .endless }

  /// Columns of running text: longer lines are hard to read.
  package var textWidth: Int { min(width - 1, 99) }

  /// Between the facts of a line.
  var separator: String { hasSigns ? " · " : " - " }

  /// Stands for the part of a text that was cut off.
  var ellipsis: String { hasSigns ? "…" : "..." }

  /// The terminal of standard output.
  package static func current(
    _ environment: (String) -> String? = Environment.variable, color: ColorChoice = .ofCommandLine
  ) -> Screen {
    let columns = columns(of: STDOUT_FILENO) ?? environment("COLUMNS").flatMap { Int($0) } ?? usualWidth
    return Screen(
      width: min(max(columns, minWidth), maxWidth),
      hasColour: color.isWanted(isTerminal: Output.isTerminal, environment), hasSigns: showsSigns(environment)
    )
  }

  /// A UTF-8 locale, by the first variable in effect among those of
  /// [locale(7)](https://man7.org/linux/man-pages/man7/locale.7.html).
  package static func showsSigns(_ environment: (String) -> String?) -> Bool {
    // Not by String.contains, which costs more than a whole `movierpc call`.
    let name = locale("LC_CTYPE", environment).lowercased().utf8.filter { $0 != UInt8(ascii: "-") }
    return name.indices.contains { name[$0...].starts(with: "utf8".utf8) }
  }

  /// That of a category, by the first variable that is set; "" if none is.
  static func locale(_ category: String, _ environment: (String) -> String?) -> String {
    for name in ["LC_ALL", category, "LANG"] {
      if let locale = environment(name), !locale.isEmpty { return locale }
    }
    return ""
  }

  /// `text` must have been cleaned.
  package func show(_ text: String, _ style: Style) -> String {
    guard hasColour, style != .plain, !text.isEmpty else { return text }
    return "\u{1B}[" + Self.code(style) + "m" + text + "\u{1B}[0m"
  }

  /// Each line of `text` dim, with its end; "" for "".
  func dim(_ text: String) -> String {
    text.split(separator: "\n").map { show(String($0), .dim) + "\n" }.joined()
  }

  /// A sentence below a page: broken into lines, dim, with its line ends; "" for "".
  func remark(_ text: String) -> String {
    text.isEmpty ? "" : dim(Paragraph.text(TerminalText.cleaned(text), width: textWidth))
  }

  /// A sentence with its line end; broken into lines, unless the screen is endless.
  func sentence(_ text: String) -> String {
    let text = TerminalText.cleaned(text)
    return self == .endless ? text + "\n" : Paragraph.text(text, width: textWidth)
  }

  /// [ECMA-48](https://ecma-international.org/publications-and-standards/standards/ecma-48/), SGR.
  private static func code(_ style: Style) -> String {
    switch style {
    case .plain: "0"
    case .strong: "1"
    case .dim: "2"
    case .accent: "36"
    case .good: "32"
    case .bad: "31"
    }
  }

  private static let usualWidth = 80
  static let minWidth = 20
  private static let maxWidth = 1000

  /// Nil if it is not a terminal, or one without a known size (`script` without a terminal of its own).
  static func columns(of descriptor: CInt) -> Int? { size(of: descriptor).map { Int($0.ws_col) } }

  static func rows(of descriptor: CInt) -> Int? { size(of: descriptor).map { Int($0.ws_row) } }

  private static func size(of descriptor: CInt) -> winsize? {
    var size = winsize()
    return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? size : nil
  }
}

/// `--color`: whether pages for people have colours.
package enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never

  /// The last one on the command line, where `--color` may stand before and after the command. Every page
  /// needs it and no command does, so it is read here; the commands declare it, and refuse other values.
  package static let ofCommandLine = ColorChoice(in: CommandLine.arguments)

  init(in words: [String]) {
    let options = words.prefix { $0 != "--" }
    self = .auto
    for (word, next) in zip(options, options.dropFirst() + [""]) {
      let value = word == "--color" ? next : word.hasPrefix("--color=") ? String(word.dropFirst(8)) : ""
      self = ColorChoice(rawValue: value) ?? self
    }
  }

  /// [NO_COLOR](https://no-color.org) and [FORCE_COLOR](https://force-color.org) count when they are not
  /// empty.
  func isWanted(isTerminal: Bool, _ environment: (String) -> String?) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto:
      if environment("NO_COLOR")?.isEmpty == false { return false }
      if environment("FORCE_COLOR")?.isEmpty == false { return true }
      return isTerminal && environment("TERM") != "dumb"
    }
  }
}
