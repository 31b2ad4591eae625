import TitleIndex

/// Whether two spellings may mean one title: case, accents and punctuation are ignored, as in `search`.
package enum TitleLikeness {
  /// Two titles are alike if these sets intersect.
  package static func spellings(_ title: String) -> Set<String> {
    Set(SearchFold.spellings(ofTitle: title).map(\.text))
  }
}
