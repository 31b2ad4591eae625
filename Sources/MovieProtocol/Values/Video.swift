package import JSONRPC

/// A trailer, another video of a title, or a page for searching one. Types are TMDB's
/// (https://developer.themoviedb.org/reference/movie-videos), in small letters with underscores.
package struct Video: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
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

  package func write(into writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("name", name)
      writer.member("type", type.rawValue)
      writer.member("site", site)
      writer.member("video_id", videoID)
      writer.member("official", isOfficial)
      writer.member("language", language)
      writer.member("url", url)
      writer.member("embed_url", embedURL)
      writer.member("thumbnail_url", thumbnailURL)
      writer.member("direct", isDirect)
      writer.member("published_at", publishedAt)
    }
  }

  package static let schema = Schema.named(
    .init(
      "Video",
      .object([
        .init("name", .text("What the site calls it.")),
        .init("type", .choice(Kind.allCases.map(\.rawValue), "search: a page for a browser.")),
        .init(
          "site", .choice(["youtube", "vimeo", "itunes", "file"], "Where it is; file: kept for offline use.")),
        .init("video_id", .optional(.text("The site's name for it."))),
        .init("official", .boolean("Published by those who made the film.")),
        .init("language", .optional(.text("ISO 639-1."))),
        .init("url", .text("To watch it.")),
        .init("embed_url", .optional(.text("For a frame in a page."))),
        .init("thumbnail_url", .optional(.text("A picture of it."))),
        .init("direct", .boolean("A media URL any player opens; others need yt-dlp.")),
        .init("published_at", .optional(.text("RFC 3339."))),
      ])))
}
