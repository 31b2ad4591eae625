@preconcurrency import Glibc
import MovieProtocol

/// A page on a terminal with a picture to its left.
///
/// The text does not wait for the picture: as much as the terminal shows at once is written first, beside an
/// empty margin, into which the picture is drawn then.
package struct IllustratedPage {
  /// Of the picture, in cells: a poster is two thirds as wide as it is high, and a cell half.
  private static let (width, height) = (24, 18)
  private static let margin = width + 2
  private static let minTextWidth = 46

  private let program: String
  private let columns: Int
  private let rows: Int
  /// For the text.
  package let screen: Screen

  /// Nil if no picture can be drawn beside a text: in a pipe, without chafa, on a small terminal, or on one that
  /// cannot move its cursor.
  static func onTerminal(_ environment: (String) -> String? = Environment.variable) -> IllustratedPage? {
    guard Output.isTerminal, ![nil, "", "dumb"].contains(environment("TERM")),
      let program = TerminalPicture.program(environment), let columns = Screen.columns(of: STDOUT_FILENO),
      let rows = Screen.rows(of: STDOUT_FILENO)
    else { return nil }
    return IllustratedPage(program: program, columns: columns, rows: rows, .current(environment))
  }

  package init?(program: String, columns: Int, rows: Int, _ screen: Screen) {
    guard columns >= Self.margin + Self.minTextWidth, rows > Self.height else { return nil }
    (self.program, self.columns, self.rows) = (program, columns, rows)
    self.screen = Screen(
      width: columns - Self.margin, hasColour: screen.hasColour, hasSigns: screen.hasSigns)
  }

  /// - Parameter picture: its file, nil if there is none; `isWaiting`, it may take a moment to come.
  func show(_ page: String, picture: (_ isWaiting: Bool) -> String?) throws(CommandError) {
    let text = layout(page)
    try Output.write(text.first)
    let known = picture(false)
    if let file = known ?? (text.rest.isEmpty ? picture(true) : nil) {
      // Saves the cursor (DECSC), and restores it (DECRC).
      try Output.write("\u{1B}7\r\u{1B}[\(text.rows)A")
      let size = "\(Self.width)x\(Self.height)"
      _ = TerminalPicture.draw(
        file, with: program, hasColour: screen.hasColour, options: ["--animate", "off", "--size", size])
      try Output.write("\u{1B}8")
    }
    try Output.write(text.rest)
    // The place is gone where it would be drawn. The next time it is there.
    if known == nil, !text.rest.isEmpty { _ = picture(true) }
  }

  /// - Returns: what fills the terminal at most, how many rows of it that takes, and the rest.
  package func layout(_ page: String) -> (first: String, rows: Int, rest: String) {
    var lines = page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    let blanks = String(repeating: " ", count: Self.margin)
    var (count, used) = (0, 0)
    for line in lines {
      // Addresses are never cut, so a line may be broken by the terminal.
      let height = max(1, (Self.margin + Self.width(line) + columns - 1) / columns)
      guard used + height < rows else { break }
      count += 1
      used += height
    }
    let missing = max(0, Self.height - used)
    let written = lines.map { ($0.isEmpty ? "" : blanks + $0) + "\n" }
    return (
      written[..<count].joined() + String(repeating: "\n", count: missing), used + missing,
      written[count...].joined()
    )
  }

  /// Without the colours that ``Screen/show(_:_:)`` adds.
  private static func width(_ line: String) -> Int {
    let pieces = line.split(separator: "\u{1B}", omittingEmptySubsequences: false)
    return pieces.enumerated().reduce(0) { sum, piece in
      let text = piece.offset == 0 ? piece.element : piece.element.drop { $0 != "m" }.dropFirst()
      return sum + TerminalText.width(String(text))
    }
  }
}
