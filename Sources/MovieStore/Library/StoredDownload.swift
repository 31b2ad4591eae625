package import MovieProtocol

/// A download as it is stored: the parts that survive a restart.
package struct StoredDownload: Sendable, Equatable {
  package struct Asset: Sendable, Equatable {
    /// A running asset, or one that waits for the user, is also `queued`.
    package enum State: String, Sendable { case queued, done, failed, absent }

    package var kind: Download.Asset.Kind
    package var state = State.queued
    /// The origin: TMDB's path of a picture, a URL, or `command:URL` for a file that the downloader fetches.
    /// Nil: not looked up yet.
    package var source: String?
    package var bytes: Int64 = 0
    package var totalBytes: Int64?
    package var contentType: String?
    package var tries = 0
    package var restarts = 0
    /// From the last try.
    package var fault: Failure?
    package var finishedAt: Timestamp?

    package init(_ kind: Download.Asset.Kind, source: String? = nil) {
      self.kind = kind
      self.source = source
    }
  }

  package var key: TitleKey
  package var title: String
  /// Of the first release; nil: unknown.
  package var year: Int?
  package var mediaType: Title.MediaType
  /// `tt1160419`; nil if unknown.
  package var imdbID: String?
  /// The language of the request, used for later lookups.
  package var language: String
  package var region: String
  package var createdAt: Timestamp
  package var isPaused = false
  /// Its files are to be removed, then the rest of it.
  package var isDeleted = false
  /// In the order of their kinds, one of each kind.
  package var assets: [Asset]

  package init(
    key: TitleKey, title: String, mediaType: Title.MediaType, imdbID: String? = nil, language: String,
    region: String, createdAt: Timestamp, assets: [Asset]
  ) {
    (self.key, self.imdbID, self.title, self.mediaType) = (key, imdbID, title, mediaType)
    (self.language, self.region, self.createdAt, self.assets) = (language, region, createdAt, assets)
  }
}
