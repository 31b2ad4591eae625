import JSONRPC

/// Makes the lines of one `watch` out of states. Pure: bytes in, bytes out.
///
/// A state that looks like the one before makes no line, since some bars draw, and some scripts act, on every
/// line. After `offline` there always is one.
package struct FollowLines {
  private let form: FollowForm
  private let format: FormatTemplate?
  private let isTerminal: Bool
  /// The last line of each topic, while there is a daemon.
  private var last: [String: [UInt8]] = [:]

  package init(_ request: FollowRequest, isTerminal: Bool) {
    form = request.form
    format = request.format
    self.isTerminal = isTerminal
  }

  /// - Parameter data: one JSON value, as it was sent.
  /// - Returns: the line with its end; nil when nothing is to be said.
  package mutating func present(_ topic: String, _ data: [UInt8]) throws(Failure) -> [UInt8]? {
    let line = try self.line(topic, data)
    guard last[topic] != line else { return nil }
    last[topic] = line
    return line
  }

  package mutating func offline(_ topic: String) -> [UInt8] {
    last[topic] = nil
    return switch form {
    case .json: json(topic, Array("null".utf8))
    case .plain: Array("\(TopicText.offline.words)\n".utf8)
    case .waybar: waybar(.offline)
    }
  }

  private func line(_ topic: String, _ data: [UInt8]) throws(Failure) -> [UInt8] {
    guard form != .json, let tree = try? JSONValue(parsing: data.span) else { return json(topic, data) }
    var text = TopicText(topic: topic, tree)
    let formatted = try format?.line(of: tree)
    if form == .plain { return Array("\(TerminalText.cleaned(formatted ?? text.words))\n".utf8) }
    if let formatted { text.short = formatted }
    return waybar(text)
  }

  private func json(_ topic: String, _ data: [UInt8]) -> [UInt8] {
    var writer = JSONWriter(reserving: data.count + topic.utf8.count + 32)
    writer.object {
      $0.member("topic", topic)
      $0.member("data", raw: data)
    }
    return (isTerminal ? JSONPrinter.escaped(writer.bytes) : writer.bytes) + [.newline]
  }

  private func waybar(_ text: TopicText) -> [UInt8] {
    var writer = JSONWriter()
    writer.object {
      $0.member("text", PangoText.escaped(text.short))
      $0.member("alt", PangoText.escaped(text.state))
      $0.member("tooltip", PangoText.escaped(text.words))
      $0.member("class", text.state)
      $0.member("percentage", text.percentage)
    }
    return writer.bytes + [.newline]
  }
}
