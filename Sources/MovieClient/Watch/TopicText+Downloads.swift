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
        : isActive ? progress(data[\.bytes], data[\.totalBytes]) : ValueWord.text("queued")
      let rate = isActive ? data.rate.flatMap { $0 > 0 ? "\(Quantity.bytes(Int($0)))/s" : nil } : nil
      let short = "\(subject) \(progress)"
      let told = told(counts)
      var text = TopicText(
        state, short: short,
        words: ([short] + (rate.map { [$0] } ?? []) + told).joined(separator: ", "),
        lines: only != nil && told.isEmpty ? [] : [([short] + told).joined(separator: ", ")],
        percentage: percentage(data[\.bytes], of: data[\.totalBytes]) ?? 0)
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
  private static func progress(_ bytes: JSONValue?, _ total: JSONValue?) -> String {
    percentage(bytes, of: total).map { "\($0)%" } ?? Quantity.bytes(max(bytes?.intValue ?? 0, 0))
  }

  /// `42%, 22.0 MiB of 52.4 MiB, 2.1 MiB/s, 14 s left`
  private static func progress(_ download: JSONView<Download>) -> String {
    var parts = [progress(download[\.bytes], download[\.totalBytes])]
    let rate = max(download.rate ?? 0, 0)
    if let bytes = download.bytes, let total = download.totalBytes, bytes >= 0, total > bytes {
      parts.append(localized("\(Quantity.bytes(Int(bytes))) of \(Quantity.bytes(Int(total)))"))
      if rate > 0 { parts.append("\(Quantity.bytes(Int(rate)))/s") }
      // At most a few days, and so no overflow.
      let seconds = rate > 0 ? (total - bytes) / rate : .max
      if seconds < 1_000_000 {
        parts.append(localized("\(Quantity.milliseconds(Int(max(seconds, 1)) * 1000)) left"))
      }
    } else if rate > 0 {
      parts.append("\(Quantity.bytes(Int(rate)))/s")
    }
    return parts.joined(separator: ", ")
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
