import JSONRPC
import MovieProtocol

/// Identifies a picture in one size: its address at upstream, and its name in the cache.
struct ImageReference: Hashable, Sendable {
  let path: ImagePath
  /// TMDB's name of the size. A picture of iTunes has only the size in its URL.
  let size: String

  /// The part after the base URL of TMDB's pictures, or the whole URL.
  var target: String {
    switch path {
    // TMDB renders a PNG of each SVG, which any front end can show.
    case .tmdb(let name, "svg"): "/\(size)/\(name).png"
    case .tmdb(let name, let ending): "/\(size)/\(name).\(ending)"
    case .url(let url): url
    }
  }

  /// Letters, digits and hyphens: `w342-d5NXSklXo0qyIYkgV94XAgMIckC-jpg`
  var stem: String {
    if case .tmdb = path { "\(size)-\(Self.picture(path))" } else { Self.picture(path) }
  }

  /// The part of ``stem`` that all sizes share.
  static func picture(_ path: ImagePath) -> String {
    switch path {
    case .tmdb(let name, "svg"): "\(name)-png"
    case .tmdb(let name, let ending): "\(name)-\(ending)"
    case .url(let url): "url-" + SHA256.hexadecimal(Array(url.utf8))
    }
  }
}

/// A file of the cache, by its name, which contains all that is reported about it:
///
///     w342-d5NXSklXo0qyIYkgV94XAgMIckC-jpg.342x513.48213.jpg
///
/// A file that a crash has truncated has another length than its name says.
struct ImageFile: Hashable, Sendable {
  let stem: String
  let width: Int
  let height: Int
  let bytes: Int
  let format: ImageHeader.Format

  var name: String { "\(stem).\(width)x\(height).\(bytes).\(format.rawValue)" }

  /// See ``ImageReference/picture(_:)``.
  var picture: Substring {
    stem.hasPrefix("url-") ? stem[...] : stem.drop { $0 != "-" }.dropFirst()
  }

  init(stem: String, _ header: ImageHeader, bytes: Int) {
    (self.stem, width, height, self.bytes) = (stem, header.width, header.height, bytes)
    format = header.format
  }

  /// Nil for any other file.
  init?(name: String) {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4, Self.isStem(parts[0]),
      let format = ImageHeader.Format(rawValue: String(parts[3])),
      let bytes = Self.number(parts[2])
    else { return nil }
    let sides = parts[1].split(separator: "x", omittingEmptySubsequences: false).compactMap(Self.number)
    guard sides.count == 2 else { return nil }
    (stem, width, height, self.bytes, self.format) = (String(parts[0]), sides[0], sides[1], bytes, format)
    // Only our own spelling, so that each file has exactly one name.
    guard self.name == name else { return nil }
  }

  private static func isStem(_ text: Substring) -> Bool {
    (3...100).contains(text.utf8.count)
      && text.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
  }

  private static func number(_ text: Substring) -> Int? {
    (1...9).contains(text.utf8.count) && text.utf8.allSatisfy(\.isDigit) ? Int(text) : nil
  }
}
