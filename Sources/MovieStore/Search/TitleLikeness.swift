/// Whether two spellings may stand for one title: case, accents and punctuation do not count, as in `search`.
package enum TitleLikeness {
  /// Two titles are alike where these sets have something in common.
  package static func spellings(_ title: String) -> Set<String> {
    Set(SearchFold.spellings(ofTitle: title).map(\.text))
  }
}
