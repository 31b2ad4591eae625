import Testing

@testable import MovieClient

/// < and > stand for the isolates here.
@Suite struct BidiTextTests {
  @Test(arguments: [
    ("Dune", "Dune"), ("", ""), ("שלום", "<שלום>"), ("ואלס עם באשיר (2008)", "<ואלס עם באשיר> (2008)"),
    ("▶ جدايى نادر از سيمين, 0:41", "▶ <جدايى نادر از سيمين>, 0:41"),
    ("פרק 2 - סוף", "<פרק 2 - סוף>"), ("Rocky (רוקי) IV", "Rocky (<רוקי>) IV"), ("א b ג", "<א> b <ג>"),
    ("א 👨‍👩‍👧 é 東京", "<א> 👨‍👩‍👧 é 東京"),
  ])
  func only_what_runs_to_the_left_is_isolated(_ text: String, _ isolated: String) {
    let shown = BidiText.isolated(text).unicodeScalars.map { scalar -> String in
      switch scalar {
      case "\u{2068}": "<"
      case "\u{2069}": ">"
      default: String(scalar)
      }
    }
    #expect(shown.joined() == isolated)
  }
}
