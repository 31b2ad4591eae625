import JSONRPC
import MovieProtocol
import MovieSources

/// Keeps `home` with default parameters under 64 KiB, as the protocol promises. The catalogue's overviews are
/// short enough; TMDB's, in scripts of three bytes a letter, may not be.
enum HomeSize {
  /// Bytes for all rows; the rest is for the hero and the members around the rows.
  private static let maxBytes = 56 << 10
  /// If more titles than the default are requested, each has at least this many bytes.
  private static let minForTitle = 1150

  /// The rows, with their overviews cut to one common length as far as needed.
  static func fit(_ rows: [[Title]]) -> [[Title]] {
    let room = max(maxBytes, rows.reduce(0) { $0 + $1.count } * minForTitle)
    guard bytes(rows) > room else { return rows }
    for length in [900, 600, 400, 250] {
      let cut = clip(rows, length)
      if bytes(cut) <= room { return cut }
    }
    return clip(rows, 100)
  }

  private static func clip(_ rows: [[Title]], _ length: Int) -> [[Title]] {
    rows.map { titles in
      titles.map { title in
        var title = title
        title.overview = title.overview?.clipped(toJSONBytes: length)
        return title
      }
    }
  }

  private static func bytes(_ rows: [[Title]]) -> Int {
    var writer = JSONWriter(reserving: maxBytes)
    writer.array { writer in
      for titles in rows { for title in titles { title.write(into: &writer) } }
    }
    return writer.bytes.count
  }
}
