package import MovieProtocol
import MovieStore

extension Title {
  /// The spellings of its names: see ``TitleLikeness``.
  package var spellings: Set<String> {
    let spellings = TitleLikeness.spellings(title)
    guard let originalTitle, originalTitle != title else { return spellings }
    return spellings.union(TitleLikeness.spellings(originalTitle))
  }
}
