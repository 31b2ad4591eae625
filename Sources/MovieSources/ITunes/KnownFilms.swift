import MovieProtocol
import MovieStore

/// Films by the spellings of their titles, to check whether a film of the iTunes Store is among them.
struct KnownFilms {
  private var years: [String: [Int?]] = [:]

  init(_ titles: [Title] = []) {
    for title in titles { insert(title) }
  }

  mutating func insert(_ title: Title) {
    guard title.mediaType == .movie else { return }
    for spelling in title.spellings { years[spelling, default: []].append(title.year) }
  }

  /// Whether one of them has the same title and the same year, or a neighbouring year, because midnight or
  /// the release in another country may change it. An unknown year matches every year.
  func contains(_ film: ITunesFilm) -> Bool {
    TitleLikeness.spellings(film.title).contains { spelling in
      (years[spelling] ?? []).contains { year in
        guard let year, let other = film.year else { return true }
        return abs(year - other) <= 1
      }
    }
  }
}
