import JSONRPC
import MovieProtocol

extension TopicText {
  /// Counts for each state, bytes of what is not finished, and the newest downloads:
  /// `{"queued":1,"active":1,"paused":0,"done":3,"failed":0,"bytes":1048576,"total_bytes":52428800,
  /// "rate":262144,"items":[Download]}`
  static func downloads(_ data: JSONValue) -> TopicText {
    let data = JSONView<DownloadsState>(data)
    let counts = [Download.State.active, .queued, .paused, .failed, .done].map { ($0, count(data[\.[$0]])) }
    let items = data.items.prefix(maxLines)
    // States that may need the user's action come before those that wait because the user wants it.
    for (state, parts) in [
      ("downloading", [Download.State.active, .queued]), ("failed", [.failed]), ("paused", [.paused]),
    ] {
      let count = parts.reduce(0) { $0 + self.count(data[\.[$1]]) }
      guard count > 0 else { continue }
      let only = count == 1 ? items.first { $0.state.map(parts.contains) ?? false } : nil
      let subject = only.map { part($0[\.title]) } ?? Quantity.count(count, .download)
      let isActive = self.count(data[\.[.active]]) > 0
      let progress =
        state != "downloading"
        ? ValueWord.text(state)
        : isActive ? progress(data.bytes, data.totalBytes) : ValueWord.text("queued")
      let rate = isActive ? Quantity.rate(data.rate) : nil
      let short = "\(subject) \(progress)"
      let told = told(counts)
      var text = TopicText(
        state, short: short,
        words: ([short] + (rate.map { [$0] } ?? []) + told).joined(separator: ", "),
        lines: only != nil && told.isEmpty ? [] : [([short] + told).joined(separator: ", ")],
        percentage: Quantity.percent(data.bytes, of: data.totalBytes) ?? 0)
      text.isProgress = isActive
      return text.with(items)
    }
    let done = self.count(data[\.[.done]])
    return TopicText(
      "idle",
      words: done == 0 ? localized("no downloads") : localized("\(Quantity.count(done, .download)) done"),
      isIdle: true
    )
    .with(items)
  }

  private static func told(_ counts: [(state: Download.State, count: Int)]) -> [String] {
    let present = counts.filter { $0.count > 0 }
    // Downloads of one state have already been reported.
    guard present.count > 1 else { return [] }
    return present.map { "\($0.count) \(ValueWord.text($0.state.rawValue))" }
  }

  /// `42%`, or the number of bytes if the total is unknown.
  private static func progress(_ bytes: Int64?, _ total: Int64?) -> String {
    Quantity.percent(bytes, of: total).map { "\($0)%" } ?? Quantity.bytes(bytes, of: nil)
  }

  /// `42%, 22.0 MiB of 52.4 MiB, 2.1 MiB/s, 14 s left`
  private static func progress(_ download: JSONView<Download>) -> String {
    var parts: [String?] = [progress(download.bytes, download.totalBytes)]
    let (rate, left) = (download.rate ?? 0, (download.totalBytes ?? 0) - max(download.bytes ?? 0, 0))
    if left > 0 { parts.append(Quantity.bytes(download.bytes, of: download.totalBytes)) }
    parts.append(Quantity.rate(rate))
    // At most a few days, and so no overflow.
    if rate > 0, left > 0, left / rate < 1_000_000 {
      parts.append(localized("\(Quantity.milliseconds(Int(max(left / rate, 1)) * 1000)) left"))
    }
    return parts.compactMap(\.self).joined(separator: ", ")
  }

  private func with(_ items: ArraySlice<JSONView<Download>>) -> TopicText {
    var text = self
    text.lines += items.map { item in
      let how =
        switch item.state {
        case .active: Self.progress(item)
        case .failed:
          ([ValueWord.text("failed")]
            + [item.fault?.message].compactMap(\.self)).joined(
              separator: ": ")
        default: ValueWord.text(Self.word(item[\.state]))
        }
      return "\(Self.part(item[\.title])) \(how)"
    }
    return text
  }
}

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
