import Glibc
import JSONRPC

/// Turns states into the lines of one `watch`. Pure: bytes in, bytes out.
///
/// A state that looks like the previous one makes no line, since some bars redraw, and some scripts act, on
/// every line. After `offline` there always is one.
package struct WatchFormatter {
  private let form: WatchFormat
  private let format: FormatTemplate?
  private let colors: StateColors
  private let hidesOffline: Bool
  private let isTerminal: Bool
  private let hasSigns: Bool
  /// The last line of each topic, while there is a daemon.
  private var last: [String: [UInt8]] = [:]
  private var tooltips: [String: (text: TopicText, since: MonotonicInstant)] = [:]
  /// Between two tooltips of a progress: GTK waits half a second before it shows one, and never shows one that
  /// changes more often.
  private static let tooltipPause: Duration = .seconds(2)

  package init(_ request: WatchOptions, isTerminal: Bool) {
    form = request.form
    format = request.format
    colors = request.colors
    (hasSigns, hidesOffline) = (request.hasSigns, request.hidesOffline)
    self.isTerminal = isTerminal
  }

  /// - Parameter data: one JSON value, as it was sent.
  /// - Returns: the line with its end; nil when there is nothing to write.
  package mutating func present(
    _ topic: String, _ data: [UInt8], at now: MonotonicInstant
  ) throws(CommandError) -> [UInt8]? {
    let line = try self.line(topic, data, at: now)
    guard last[topic] != line else { return nil }
    last[topic] = line
    return line
  }

  package mutating func offline(_ topic: String) -> [UInt8] {
    (last[topic], tooltips[topic]) = (nil, nil)
    if form == .json { return json(topic, Array("null".utf8)) }
    return form.line(hidesOffline ? .nothing : .offline, colors) + [.newline]
  }

  /// - Returns: nil when it was already reported.
  package mutating func locked(_ topic: String) -> [UInt8]? {
    let line = form == .json ? json(topic, Array("null".utf8)) : form.line(.locked) + [.newline]
    guard last[topic] != line else { return nil }
    last[topic] = line
    return line
  }

  private mutating func line(
    _ topic: String, _ data: [UInt8], at now: MonotonicInstant
  ) throws(CommandError) -> [UInt8] {
    guard form != .json else { return json(topic, data) }
    // The daemon's line was valid JSON.
    let tree = (try? JSONValue(parsing: data.span)) ?? .null
    var text = TopicText(topic: topic, tree)
    text.lines = tooltip(topic, text, at: now)
    if let format {
      let filled = try format.line(of: tree)
      text.words = filled
      // Blanks between null fields are nothing to show.
      text.short = text.isIdle ? "" : filled.trimmed
    }
    let line = form.line(text, colors)
    return (hasSigns ? line : Self.withoutEllipsis(line)) + [.newline]
  }

  /// Also without those of titles: they are the same character.
  private static func withoutEllipsis(_ line: [UInt8]) -> [UInt8] {
    Array(String(decoding: line, as: UTF8.self).replacing(BarText.ellipsis, with: "...").utf8)
  }

  private mutating func tooltip(
    _ topic: String, _ text: TopicText, at now: MonotonicInstant
  ) -> [String] {
    if let (shown, since) = tooltips[topic], text.isProgress, shown.isProgress,
      shown.lines.count == text.lines.count, now - since < Self.tooltipPause
    {
      return shown.lines
    }
    tooltips[topic] = (text, now)
    return text.lines
  }

  private func json(_ topic: String, _ data: [UInt8]) -> [UInt8] {
    var writer = JSONWriter(reserving: data.count + topic.utf8.count + 32)
    writer.object {
      $0.member("topic", topic)
      $0.member("data", raw: data)
    }
    return (isTerminal ? JSONPrinter.escaped(writer.bytes) : writer.bytes) + [.newline]
  }
}

/// Lines waiting for their reader, which may stop reading or disconnect at any time.
struct WatchOutput {
  let descriptor: CInt
  private var waiting: ArraySlice<UInt8> = []

  /// A writable pipe takes this many bytes without blocking
  /// ([PIPE_BUF](https://man7.org/linux/man-pages/man7/pipe.7.html)), so that we never block anywhere but in
  /// poll(2).
  private static let step = 4096

  init(_ descriptor: CInt) { self.descriptor = descriptor }

  /// Everything was written.
  var isEmpty: Bool { waiting.isEmpty }

  mutating func add(_ line: [UInt8]) { waiting += line }

  /// Waits until the reader takes some of it.
  mutating func write() throws(CommandError) {
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&entry, 1, -1) > 0 else { return }
    try Self.requireReader(entry)
    try Output.write(Array(waiting.prefix(Self.step)), to: descriptor)
    waiting = waiting.dropFirst(Self.step)
  }

  /// For poll(2), together with the other descriptors: with no events requested it reports only errors.
  var entry: pollfd { pollfd(fd: descriptor, events: 0, revents: 0) }

  /// - Throws: ``ExitStatus/brokenPipe`` when the reader has gone: POLLERR of a pipe, POLLHUP of a socket or
  ///   a terminal.
  static func requireReader(_ entry: pollfd) throws(CommandError) {
    guard entry.revents & Int16(POLLERR | POLLHUP | POLLNVAL) == 0 else {
      throw CommandError(.brokenPipe, "")
    }
  }
}
