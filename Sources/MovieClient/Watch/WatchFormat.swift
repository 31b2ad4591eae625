import JSONRPC
import MovieProtocol

/// The formats of the lines of `watch`: each is read by another program and has its own escaping.
package enum WatchFormat: String, CaseIterable, Sendable {
  /// `{"topic":"settings","data":{...}}`, the data as it was sent; null while there is no daemon.
  case json
  /// Text for people, or for a program that shows a line as it is.
  case plain
  /// `return-type: json` of a custom module of
  /// [waybar](https://github.com/Alexays/Waybar/blob/master/man/waybar-custom.5.scd).
  case waybar
  /// `tail = true` of a [script](https://polybar.readthedocs.io/en/stable/user/modules/script.html) of polybar.
  case polybar
  /// `interval=persist` and `format=json` of [i3blocks](https://vivien.github.io/i3blocks/).
  case i3blocks
  /// `persistent` and `json` of the block `custom` of
  /// [i3status-rust](https://docs.rs/i3status-rs/latest/i3status_rs/blocks/custom/index.html).
  case i3statusRust = "i3status-rs"
  /// `#(...)` in the status line of [tmux](https://man7.org/linux/man-pages/man1/tmux.1.html).
  case tmux
}

/// How each form lays out a state. The content is the same in all of them; see ``TopicText``.
extension WatchFormat {
  /// - Returns: the line without its end. Empty if there is nothing to show: a bar keeps its last line until
  ///   another one comes.
  func line(_ text: TopicText, _ colors: StateColors = .none) -> [UInt8] {
    switch self {
    // Takes what the daemon sent, not a text about it.
    case .json: []
    case .plain: Array(BarText.bounded(text.words, to: BarText.maxLineLength).utf8)
    case .waybar: waybar(text)
    case .polybar: Array(PolybarText.colored(alone(text), colors[text.state]).utf8)
    case .i3blocks: i3blocks(text)
    case .i3statusRust: i3statusRust(text)
    case .tmux: Array(TmuxText.escaped(alone(text)).utf8)
    }
  }

  /// The text for a form that shows nothing else: it must also say that there is no daemon.
  private func alone(_ text: TopicText) -> String {
    BarText.bounded(text.state == TopicText.offline.state ? localized("movierpc offline") : text.short)
  }

  private func waybar(_ text: TopicText) -> [UInt8] {
    let tooltip = text.lines.map {
      BidiText.isolated(PangoText.escaped(BarText.bounded($0, to: BarText.maxLineLength)))
    }
    var writer = JSONWriter()
    writer.object {
      $0.member("text", BidiText.isolated(PangoText.escaped(BarText.bounded(text.short))))
      $0.member("alt", PangoText.escaped(text.state))
      $0.member("tooltip", tooltip.joined(separator: "\n"))
      $0.member("class", text.state)
      $0.member("percentage", text.percentage)
    }
    return writer.bytes
  }

  private func i3blocks(_ text: TopicText) -> [UInt8] {
    let shown = alone(text)
    var writer = JSONWriter()
    writer.object {
      $0.member("full_text", BidiText.isolated(I3blocksText.escaped(shown)))
      $0.member("short_text", BidiText.isolated(I3blocksText.escaped(BarText.short(shown))))
      // As text: 1.4 ignores a Bool.
      if Severity(text.state) == .critical { $0.member("urgent", "true") }
    }
    return writer.bytes
  }

  /// The block escapes for Pango itself.
  private func i3statusRust(_ text: TopicText) -> [UInt8] {
    let shown = alone(text)
    var writer = JSONWriter()
    writer.object {
      $0.member("state", Severity(text.state).rawValue)
      $0.member("text", BidiText.isolated(shown))
      $0.member("short_text", BidiText.isolated(BarText.short(shown)))
    }
    return writer.bytes
  }
}

/// The severity of a state, by the names of i3status-rust, which gives each a colour.
private enum Severity: String {
  case idle = "Idle"
  case info = "Info"
  case good = "Good"
  case warning = "Warning"
  case critical = "Critical"

  init(_ state: String) {
    switch state {
    case "downloading", "loading": self = .info
    case "playing": self = .good
    case "paused", "stopping", TopicText.offline.state: self = .warning
    case "failed": self = .critical
    default: self = .idle
    }
  }
}
