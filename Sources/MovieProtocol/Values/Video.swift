/// A trailer, another video of a title, or a page for searching one. Types are TMDB's
/// (https://developer.themoviedb.org/reference/movie-videos), in small letters with underscores.
package struct Video: Sendable, Equatable {
  package enum Kind: String, JSONScalar, CaseIterable {
    case trailer, teaser, clip, featurette
    case behindTheScenes = "behind_the_scenes"
    case bloopers
    case openingCredits = "opening_credits"
    case recap, preview, search

    /// The default.
    package static let usual: [Kind] = [.trailer, .teaser, .preview, .search]
  }

  package var name: String
  package var type: Kind
  /// `youtube`, `vimeo`, `itunes`, `file`
  package var site: String
  package var videoID: String?
  package var isOfficial = false
  package var language: String?
  package var url: String
  package var embedURL: String?
  package var thumbnailURL: String?
  /// A media URL that any player opens; others need yt-dlp.
  package var isDirect: Bool
  /// RFC 3339.
  package var publishedAt: String?

  package init(name: String, type: Kind, site: String, url: String, isDirect: Bool = false) {
    (self.name, self.type, self.site, self.url, self.isDirect) = (name, type, site, url, isDirect)
  }
}

extension Video: JSONObject {
  package static let shape = Shape("Video", from: Video(name: "", type: .trailer, site: "", url: "")) {
    Member("name", \.name, required: .bytes(0...1000), "Its name on the site.")
    Member("type", \.type, required: .any, "search: a search page to open in a browser.")
    Member(
      "site", \.site, required: .bytes(1...50), "The site; file: downloaded.",
      words: ["youtube", "vimeo", "itunes", "file"])
    Member("video_id", \.videoID, .bytes(1...200), "Its ID on the site.")
    Member("official", \.isOfficial, .any, "Published by the film's makers.")
    Member("language", \.language, .bytes(1...8), "ISO 639-1.")
    Member("url", \.url, required: .bytes(1...4000), "Address to watch it.")
    Member("embed_url", \.embedURL, .bytes(1...4000), "Address to embed in a web page.")
    Member("thumbnail_url", \.thumbnailURL, .bytes(1...4000), "Address of a preview picture.")
    Member("direct", \.isDirect, .any, "true: any player opens the URL; false: it needs yt-dlp.")
    Member("published_at", \.publishedAt, .time, "When it was published; UTC.")
  }
}
