/// A trailer, another video of a title, or a page for searching one. Types are TMDB's
/// (https://developer.themoviedb.org/reference/movie-videos), in small letters with underscores.
package struct Video: Sendable, Equatable {
  package enum Kind: String, JSONReadable, CaseIterable {
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
  package var isOfficial: Bool
  package var language: String?
  package var url: String
  package var embedURL: String?
  package var thumbnailURL: String?
  /// A media URL that any player opens; others need yt-dlp.
  package var isDirect: Bool
  /// RFC 3339.
  package var publishedAt: String?

  package init(
    name: String, type: Kind, site: String, videoID: String? = nil, isOfficial: Bool = false,
    language: String? = nil, url: String, embedURL: String? = nil, thumbnailURL: String? = nil,
    isDirect: Bool = false, publishedAt: String? = nil
  ) {
    self.name = name
    self.type = type
    self.site = site
    self.videoID = videoID
    self.isOfficial = isOfficial
    self.language = language
    self.url = url
    self.embedURL = embedURL
    self.thumbnailURL = thumbnailURL
    self.isDirect = isDirect
    self.publishedAt = publishedAt
  }
}

extension Video: JSONObject {
  package static let shape = Shape("Video", from: Video(name: "", type: .trailer, site: "", url: "")) {
    Member("name", \.name, required: .bytes(0...1000), "What the site calls it.")
    Member("type", \.type, required: .any, "search: a page for a browser.")
    Member(
      "site", \.site, required: .bytes(1...50), "Where it is; file: kept for offline use.",
      words: ["youtube", "vimeo", "itunes", "file"])
    Member("video_id", \.videoID, .bytes(1...200), "The site's name for it.")
    Member("official", \.isOfficial, .any, "Published by those who made the film.")
    Member("language", \.language, .bytes(1...8), "ISO 639-1.")
    Member("url", \.url, required: .bytes(1...4000), "To watch it.")
    Member("embed_url", \.embedURL, .bytes(1...4000), "For a frame in a page.")
    Member("thumbnail_url", \.thumbnailURL, .bytes(1...4000), "A picture of it.")
    Member("direct", \.isDirect, .any, "A media URL any player opens; others need yt-dlp.")
    Member("published_at", \.publishedAt, .bytes(1...40), "RFC 3339.")
  }
}
