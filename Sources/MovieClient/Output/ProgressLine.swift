import Glibc

/// One line on a terminal that is updated during an operation, on standard error so that it is separate from
/// the answer. It is not written elsewhere.
package struct ProgressLine {
  private var isShown = false

  package init() {}

  package static var isWanted: Bool { isatty(STDERR_FILENO) == 1 }

  /// `########----------`
  static func bar(_ percent: Int, width: Int) -> String {
    let done = width * min(max(percent, 0), 100) / 100
    return String(repeating: "#", count: done) + String(repeating: "-", count: width - done)
  }

  package mutating func show(_ text: String) {
    guard Self.isWanted else { return }
    write("\r\u{1B}[K" + TerminalText.cleaned(text))
    isShown = true
  }

  package mutating func clear() {
    guard isShown else { return }
    write("\r\u{1B}[K")
    isShown = false
  }

  private func write(_ text: String) { try? Output.write(Array(text.utf8), to: STDERR_FILENO) }
}
