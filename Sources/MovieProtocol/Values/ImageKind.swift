/// What a picture shows, and the sizes in which TMDB has it
/// (https://developer.themoviedb.org/docs/image-basics): `w342` is 342 pixels wide, `h632` 632 pixels high.
package enum ImageKind: String, Sendable, CaseIterable {
  case poster, backdrop, logo, profile

  package var sizes: [String] {
    switch self {
    case .poster: ["w92", "w154", "w185", "w342", "w500", "w780", "original"]
    case .backdrop: ["w300", "w780", "w1280", "original"]
    case .logo: ["w45", "w92", "w154", "w185", "w300", "w500", "original"]
    case .profile: ["w45", "w185", "h632", "original"]
    }
  }

  /// The default size.
  package var usualSize: String {
    switch self {
    case .poster: "w342"
    case .backdrop: "w780"
    case .logo, .profile: "w185"
    }
  }

  /// Of all kinds, smallest first.
  package static let allSizes = [
    "w45", "w92", "w154", "w185", "w300", "w342", "w500", "w780", "w1280", "h632", "original",
  ]
}
