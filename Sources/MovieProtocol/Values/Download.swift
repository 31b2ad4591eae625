/// A title that is stored for offline use, or will be: the answer of `downloads.get` and related methods, and a
/// row of topic `downloads`.
///
///     {"key":"movie/438631","title":"Dune","year":2021,"media_type":"movie","state":"active",
///      "bytes":1048576,"total_bytes":52428800,"rate":262144,"tries":1,"restarts":0,"assets":[...],
///      "error":null,"created_at":"2026-11-21T09:30:00Z","finished_at":null}
package struct Download: Sendable, Equatable {
  package enum State: String, JSONScalar, CaseIterable {
    case queued, active, paused, done, failed

    /// As in `user_state.download` of a title, which has the same words.
    package var userState: Title.UserState.Download { .init(rawValue: rawValue) ?? .none }
  }

  package struct Asset: Sendable, Equatable {
    /// In the order in which they are fetched.
    package enum Kind: String, JSONScalar, CaseIterable {
      case detail, poster, backdrop, preview, trailer

      /// The default. A trailer needs a program that the user has to choose.
      package static let usual: [Kind] = [.detail, .poster, .backdrop, .preview]

      package var isPicture: Bool { self == .poster || self == .backdrop }
    }

    package enum State: String, JSONScalar, CaseIterable {
      case queued, active, paused, done, failed
      /// There is none, which is not a failure.
      case absent
    }

    package var kind: Kind
    package var state: State
    /// An absolute path; nil until the file is complete and in the library.
    package var file: String?
    package var bytes: Int64
    package var totalBytes: Int64?
    package var contentType: String?

    package init(
      kind: Kind, state: State, file: String? = nil, bytes: Int64 = 0, totalBytes: Int64? = nil,
      contentType: String? = nil
    ) {
      (self.kind, self.state, self.file) = (kind, state, file)
      (self.bytes, self.totalBytes, self.contentType) = (bytes, totalBytes, contentType)
    }
  }

  package var key: TitleKey
  package var title: String
  /// Of the first release; nil: unknown.
  package var year: Int?
  package var mediaType: Title.MediaType
  package var state: State
  /// Bytes a second.
  package var rate: Int64 = 0
  /// Of the asset that needed the most.
  package var tries = 0
  /// How often an asset was restarted because it had changed on the server.
  package var restarts = 0
  package var assets: [Asset]
  /// The failure; while it is retried, that of the last attempt.
  package var fault: Failure?
  package var createdAt: Timestamp
  package var finishedAt: Timestamp?

  package init(
    key: TitleKey, title: String, mediaType: Title.MediaType, state: State, assets: [Asset],
    createdAt: Timestamp
  ) {
    (self.key, self.title, self.mediaType) = (key, title, mediaType)
    (self.state, self.assets, self.createdAt) = (state, assets, createdAt)
  }

  package var bytes: Int64 { assets.reduce(0) { $0 &+ $1.bytes } }

  /// Nil while unknown.
  package var totalBytes: Int64? {
    var total: Int64 = 0
    for asset in assets where asset.state != .absent {
      guard let bytes = asset.totalBytes else { return nil }
      total &+= bytes
    }
    return total
  }
}
