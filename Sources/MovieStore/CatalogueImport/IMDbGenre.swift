import MovieProtocol

/// TMDB's genres under IMDb's names. IMDb has some that TMDB lacks: Biography, Film-Noir, Sport.
enum IMDbGenre {
  /// "TV Movie", which is a type at IMDb.
  static let tvMovie = 10770

  /// - Parameter names: a cell, `Action,Sci-Fi`.
  /// - Returns: TMDB's IDs, without duplicates.
  static func ids(_ names: String, _ mediaType: Title.MediaType) -> [Int] {
    let table = mediaType == .movie ? movie : tv
    var ids: [Int] = []
    for name in names.split(separator: ",") {
      if let id = table[String(name)], !ids.contains(id) { ids.append(id) }
    }
    return ids
  }

  private static let both = [
    "Animation": 16, "Comedy": 35, "Crime": 80, "Documentary": 99, "Drama": 18, "Family": 10751,
    "Mystery": 9648, "Western": 37,
  ]

  private static let movie = both.merging([
    "Action": 28, "Adventure": 12, "Fantasy": 14, "History": 36, "Horror": 27, "Music": 10402,
    "Musical": 10402, "Romance": 10749, "Sci-Fi": 878, "Thriller": 53, "War": 10752,
  ]) { first, _ in first }

  private static let tv = both.merging([
    "Action": 10759, "Adventure": 10759, "Fantasy": 10765, "News": 10763, "Reality-TV": 10764,
    "Game-Show": 10764, "Sci-Fi": 10765, "Talk-Show": 10767, "War": 10768,
  ]) { first, _ in first }
}
