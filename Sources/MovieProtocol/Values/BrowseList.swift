/// The lists of `browse` and the rows of `home`, and what `discover` finds.
package enum BrowseList: String, JSONScalar, CaseIterable {
  case trending, popular
  case topRated = "top_rated"
  case upcoming
  case nowPlaying = "now_playing"
  case airingToday = "airing_today"
  case onTheAir = "on_the_air"
  case daily, award, recommended, downloaded
  /// No list of `browse`.
  case discover

  package static let allCases: [BrowseList] = [
    .trending, .popular, .topRated, .upcoming, .nowPlaying, .airingToday, .onTheAir, .daily, .award,
    .recommended, .downloaded,
  ]

  /// The media types you can request; the first is the default.
  package var mediaTypes: [MediaChoice] {
    switch self {
    case .trending, .daily: [.movie, .tv, .any]
    case .popular, .topRated, .nowPlaying, .discover: [.movie, .tv]
    case .upcoming, .award: [.movie]
    case .airingToday, .onTheAir: [.tv]
    case .recommended, .downloaded: [.any, .movie, .tv]
    }
  }

  /// Which lists have which media types, in words.
  static let choices: String = {
    var lists: [(types: [MediaChoice], names: [String])] = []
    for list in allCases {
      if let place = lists.firstIndex(where: { $0.types == list.mediaTypes }) {
        lists[place].names.append(list.rawValue)
      } else {
        lists.append((list.mediaTypes, [list.rawValue]))
      }
    }
    return lists.map { list in
      "\(list.types.map(\.rawValue).joined(separator: ", ")) of \(list.names.joined(separator: ", "))"
    }.joined(separator: "; ")
  }()

  /// The heading of the list as a row.
  package func title(_ mediaType: MediaChoice) -> String {
    let titles =
      switch mediaType {
      case .movie: "films"
      case .tv: "series"
      case .any: "films and series"
      }
    return switch self {
    case .trending: "Trending \(titles)"
    case .popular: "Popular \(titles)"
    case .topRated: "Top rated \(titles)"
    case .upcoming: "Coming soon"
    case .nowPlaying where mediaType == .movie: "In cinemas now"
    case .airingToday: "Airing today"
    case .nowPlaying, .onTheAir: "On the air"
    case .discover: titles.prefix(1).uppercased() + titles.dropFirst()
    case .daily: titles.prefix(1).uppercased() + titles.dropFirst() + " of the day"
    case .award: "Best Picture winners"
    case .recommended: "Recommended \(titles)"
    case .downloaded: "Downloaded \(titles)"
    }
  }
}

/// Films, series or both.
package enum MediaChoice: String, JSONScalar, CaseIterable {
  case any, movie, tv

  package init(_ mediaType: Title.MediaType) { self = mediaType == .movie ? .movie : .tv }

  /// Nil: both.
  package var mediaType: Title.MediaType? { Title.MediaType(rawValue: rawValue) }
}

/// `window` of trending.
package enum TrendingWindow: String, Sendable, CaseIterable { case day, week }
