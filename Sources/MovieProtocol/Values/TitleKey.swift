package import JSONRPC

/// Identifies a title everywhere: `movie/438631` and `tv/1399` by TMDB's number, `itunes/N` for a film only
/// iTunes knows, `imdb/tt1160419` where a request takes a key.
package enum TitleKey: Sendable, Hashable {
  case tmdb(Title.MediaType, Int)
  case itunes(Int)
  case imdb(String)

  /// Nil for any other spelling: a key is compared and stored as text.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    switch parts[0] {
    case "movie", "tv":
      guard let mediaType = Title.MediaType(rawValue: String(parts[0])), let id = Self.number(parts[1]) else {
        return nil
      }
      self = .tmdb(mediaType, id)
    case "itunes":
      guard let id = Self.number(parts[1]) else { return nil }
      self = .itunes(id)
    case "imdb": self.init(imdb: String(parts[1]))
    default: return nil
    }
  }

  /// `tt1160419`
  package init?(imdb id: String) {
    let digits = id.utf8.dropFirst(2)
    guard id.hasPrefix("tt"), (7...10).contains(digits.count), digits.allSatisfy(\.isDigit) else {
      return nil
    }
    self = .imdb(id)
  }

  /// The ID itself, if it is valid.
  package static func imdbID(_ id: String) -> String? { TitleKey(imdb: id) == nil ? nil : id }

  package var text: String {
    switch self {
    case .tmdb(let mediaType, let id): "\(mediaType.rawValue)/\(id)"
    case .itunes(let id): "itunes/\(id)"
    case .imdb(let id): "imdb/\(id)"
    }
  }

  /// Nil if the key does not tell.
  package var mediaType: Title.MediaType? {
    switch self {
    case .tmdb(let mediaType, _): mediaType
    case .itunes: .movie
    case .imdb: nil
    }
  }

  /// From 1, without leading zeros, and within the range that every JSON parser reads exactly.
  static func number(_ text: Substring) -> Int? {
    guard (1...15).contains(text.utf8.count), text.utf8.allSatisfy(\.isDigit),
      text.utf8.first != UInt8(ascii: "0")
    else { return nil }
    return Int(text)
  }
}

extension TitleKey: CustomStringConvertible {
  package var description: String { text }
}

/// As SQLite sorts the text.
extension TitleKey: Comparable {
  package static func < (one: TitleKey, other: TitleKey) -> Bool { one.text < other.text }
}

extension TitleKey: JSONReadable {
  package func write(into writer: inout JSONWriter) {
    switch self {
    case .tmdb(.movie, let id): writer.string("movie/", id)
    case .tmdb(.tv, let id): writer.string("tv/", id)
    case .itunes(let id): writer.string("itunes/", id)
    case .imdb: writer.string(text)
    }
  }

  package static func schema(_ about: String) -> Schema { .text(about) }

  package init?(json: JSONValue) {
    guard let text = json.stringValue else { return nil }
    self.init(text)
  }
}
