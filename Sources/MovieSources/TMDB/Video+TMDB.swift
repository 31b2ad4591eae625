import JSONRPC
import MovieProtocol

extension Video {
  /// An element of `videos`: https://developer.themoviedb.org/reference/movie-videos. Nil for an unsupported
  /// site or type, and for an invalid video ID: it becomes part of a URL, and of a player's arguments.
  init?(tmdb json: JSONValue) {
    guard let id = json["key"]?.stringValue, let site = json["site"]?.stringValue?.lowercased(),
      let type = json["type"]?.stringValue.flatMap(Self.kind)
    else { return nil }
    let name = json.text("name", max: 300) ?? type.rawValue
    switch site {
    case "youtube":
      self.init(youtube: id, name: name, type: type)
    case "vimeo":
      guard (1...15).contains(id.utf8.count), id.utf8.allSatisfy(\.isDigit) else { return nil }
      self.init(name: name, type: type, site: site, url: "https://vimeo.com/\(id)")
      (videoID, embedURL) = (id, "https://player.vimeo.com/video/\(id)")
    default: return nil
    }
    // Absent before 2021.
    isOfficial = json.flag("official")
    language = json.code("iso_639_1").flatMap { $0 == "xx" ? nil : $0 }
    publishedAt = json["published_at"]?.stringValue.flatMap { Timestamp($0)?.text }
  }

  /// "Behind the Scenes" is `behind_the_scenes`.
  private static func kind(_ text: String) -> Kind? {
    Kind(rawValue: text.lowercased().split(separator: " ").joined(separator: "_"))
  }

  /// `de` of `de-DE`.
  static func language(of setting: String) -> String {
    setting.split(separator: "-").first.map { $0.lowercased() } ?? "en"
  }
}
