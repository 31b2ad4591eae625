import MovieStore

/// The note of a release date at TMDB, free text such as "Netflix", "Re-release" or "Sundance Film Festival".
///
/// The dates of festivals should be of the type premiere
/// (https://www.themoviedb.org/bible/movie/59f3b16d9251414f20000009), but many are of another: online
/// editions are digital. Only their notes tell.
enum FestivalNote {
  static func isOne(_ note: String) -> Bool {
    TitleLikeness.spellings(note).contains { text in
      names.contains(where: text.contains)
        || text.split(separator: " ").contains { word in
          beginnings.contains(where: word.hasPrefix) || endings.contains(where: word.hasSuffix)
            || abbreviations.contains(String(word))
        }
    }
  }

  private static let beginnings = ["festival", "festiwal"]
  /// "FrightFest", "Filmfestival", "Filmfestspiele", "кинофестиваль".
  private static let endings = ["fest", "festival", "festspiele", "фестиваль"]
  private static let abbreviations: Set = ["berlinale", "viennale", "tiff", "biff", "iffr", "idfa", "sxsw"]
  /// As ``TitleLikeness`` writes them: without marks, scripts that have no blanks letter by letter.
  private static let names = ["映画祭", "電影節", "电影节", "影展", "영화제"].flatMap(TitleLikeness.spellings)
}
