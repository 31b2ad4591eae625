import JSONRPC

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
