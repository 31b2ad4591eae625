import MovieProtocol
import JSONRPC

extension TopicText {
  /// `{"state":"playing","key":"movie/438631","title":"Dune","video":"trailer","url":"...","position":41.5,
  /// "duration":147.0,"volume":80,"error":null}`
  static func player(_ data: JSONValue) -> TopicText {
    let data = JSONView<PlayerState>(data)
    let state = word(data[\.stage])
    guard state != "stopped" else { return TopicText(state, words: localized("nothing plays"), isIdle: true) }
    let video = data[\.video].map { $0.isNull ? $0 : .string(ValueWord.text($0)) }
    let title = optional(data[\.title]) ?? optional(video) ?? localized("something")
    let reason = data.fault?.message
    var words = [title] + [optional(video)].compactMap { $0 == title ? nil : $0 }
    let shown = ValueWord.text(state)
    words.append(reason.map { "\(shown): \($0)" } ?? shown)
    if let time = time(data) { words.append(time) }
    return TopicText(
      state, short: state == "playing" ? title : "\(title) \(shown)", words: words.joined(separator: ", "),
      percentage: percentage(data[\.position], of: data[\.duration]) ?? 0)
  }

  /// `0:41 of 2:27`
  private static func time(_ data: JSONView<PlayerState>) -> String? {
    guard let position = clock(data.position) else { return nil }
    return clock(data.duration).map { localized("\(position) of \($0)") } ?? position
  }

  /// Seconds as `0:41`, `1:02:27`.
  private static func clock(_ seconds: Double?) -> String? {
    guard let seconds, seconds >= 0, seconds < 1_000_000 else { return nil }
    let whole = Int(seconds)
    let (minutes, rest) = (whole / 60, (whole % 60).padded(to: 2))
    return minutes < 60 ? "\(minutes):\(rest)" : "\(minutes / 60):\((minutes % 60).padded(to: 2)):\(rest)"
  }
}
