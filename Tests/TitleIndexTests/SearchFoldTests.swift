import Testing

@testable import TitleIndex

@Suite struct SearchFoldTests {
  private func title(_ text: String) -> [String] { SearchFold.spellings(ofTitle: text).map(\.text) }

  @Test(arguments: [
    ("Amélie", "amelie"), ("AMÉLIE", "amelie"), ("Ame\u{301}lie", "amelie"),
    ("Søren Łódź Đà ðþ", "soren lodz da dth"), ("Straße", "strasse"), ("STRAẞE", "strasse"),
    ("Æon Œuvre", "aeon oeuvre"), ("İstanbul ılık", "istanbul ilik"), ("Ｓ級　１２", "s 級 12"),
    ("Ocean's", "oceans"), ("ﾅﾙﾄ", "な る と"), ("ﾄﾞﾗﾏ・ガール", "と\u{3099} ら ま か\u{3099} ー る"),
    ("ΣΊΣΥΦΟΣ", "σισυφοσ"), ("Ёлки", "елки"), ("أَهلاً", "اهلا"),
    ("a\u{200b}b\u{ad}c\u{202e}d", "abcd"), ("a\u{0}b\u{7}c", "a b c"), ("  Dune  ", "dune"),
    ("SPY×FAMILY", "spy x family"), ("1\u{fe0f}\u{20e3} Day", "1 day"), ("ภาค ๒", "ภ า ค 2"),
    ("Rocky Ⅳ ⅷ", "rocky iv viii"), ("ﬁght ﬄ", "fight ffl"),
    ("กิ่งแก้ว", "กิ่ ง แ ก้ ว"), ("ខ្មែរ", "ខ្ មែ រ"), ("မြန်မာ", "မြ န် မာ"), ("ລາວ", "ລ າ ວ"),
  ])
  func firstSpellingIsPlain(text: String, folded: String) {
    #expect(title(text).first == folded)
  }

  @Test(arguments: [
    ("Dune", ["dune"]),
    ("Dune: Part Two", ["dune part two"]),
    ("Spider-Man", ["spider man", "spiderman"]),
    ("WALL·E", ["wall e", "walle"]),
    ("M*A*S*H", ["m a s h", "mash"]),
    ("Fast & Furious", ["fast furious", "fast and furious"]),
    ("R&B", ["r b", "rb", "r and b"]),
    ("L'Avventura", ["lavventura", "l avventura"]),
    ("Alien³", ["alien 3", "alien3"]),
    ("8½", ["8 1 2", "812"]),
    ("Se7en", ["se7en", "seven"]), ("M3GAN 2.0", ["m3gan 2 0", "megan 2 0", "m3gan 20"]),
    ("R2-D2", ["r2 d2", "r2d2"]), ("S.W.A.T.", ["s w a t", "swat"]),
    ("E.T. the Extra-T", ["e t the extra t", "et the extrat", "et the extra t"]),
    ("Face/Off's & Co.", ["face offs co", "faceoffs co", "face offs and co", "face off s co"]),
    ("!!!", ["!!!"]), ("🙂", ["🙂"]), ("…", ["…"]),
    ("", []), (" \u{a0}\u{3000}\u{0}\u{200b}", []),
  ])
  func titleHasSpellings(text: String, spellings: [String]) {
    #expect(title(text) == spellings)
  }

  @Test func questionWithAnApostropheIsNotTwoWords() {
    #expect(SearchFold.spellings(ofQuestion: "it's").map(\.text) == ["its"])
  }

  @Test func run_of_a_script_without_blanks_is_one_word() {
    #expect(SearchFold.spellings(ofTitle: "鋼の錬金術師 FULLMETAL").first?.words == ["鋼 の 錬 金 術 師", "fullmetal"])
    #expect(SearchFold.spellings(ofTitle: "ภาค 2").first?.words == ["ภ า ค", "2"])
  }

  @Test func voicingAndVowelSignsAreKept() {
    #expect(title("が") != title("か"))
    #expect(title("が") == title("か\u{3099}"))
    #expect(title("बंदर") != title("बदर"))
  }

  @Test func hangulSyllableBeingTypedIsABeginning() throws {
    let whole = try #require(title("오징어 게임").first)
    let typed = try #require(title("오지").first)
    #expect(whole.unicodeScalars.starts(with: typed.unicodeScalars))
  }

  @Test func foldingTwiceChangesNothing() {
    for text in ["Amélie & L'Été", "オッペンハイマー", "오징어 게임", "Твоё", "بدون تاريخ", "धुरंधर", "8½", "กิ่งแก้ว"] {
      for spelling in title(text) { #expect(title(spelling) == [spelling]) }
    }
  }
}
