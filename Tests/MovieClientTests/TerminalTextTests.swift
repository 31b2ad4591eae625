import MovieProtocol
import Testing

@testable import MovieClient

struct TerminalTextTests {
  @Test(arguments: [
    ("Dune", "Dune"), ("Amélie 日本 🎬", "Amélie 日本 🎬"), ("a\u{1B}[31mb", "a[31mb"), ("a\nb\tc", "a b c"),
    ("a\u{202E}b\u{2066}c\u{200F}", "abc"), ("a\u{9B}b\u{7F}c\u{0}", "abc"), ("a\u{2028}b", "a b"),
    ("\u{FEFF}a\u{E0041}", "a"), ("What the #$*! & [REC] %{F#f00}", "What the #$*! & [REC] %{F#f00}"),
  ])
  func text_is_cleaned(_ text: String, _ cleaned: String) {
    #expect(TerminalText.cleaned(text) == cleaned)
  }

  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("🎬", 2), ("👨‍👩‍👧", 2), ("🇩🇪", 2), ("❤️", 2),
    ("⭐", 2),
    ("\u{200B}", 0), ("नमस्ते", 4), ("한", 2), ("ﬁ", 1), ("…", 1),
  ])
  func columns_are_counted(_ text: String, _ width: Int) {
    #expect(TerminalText.width(text) == width)
  }

  @Test(arguments: [
    ("dune", 4, "dune"), ("dune", 3, "du…"), ("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"),
    ("Action, Drama", 8, "Action…"), ("ab", 1, "…"), ("ab", 0, ""), ("e\u{301}e\u{301}x", 2, "e\u{301}…"),
  ])
  func text_is_cut_to_columns(_ text: String, _ columns: Int, _ cut: String) {
    #expect(TerminalText.cut(text, to: columns, ellipsis: "…") == cut)
  }

  @Test(arguments: [
    ("{}", "{}"), ("[ ]", "[]"), ("1.50", "1.50"),
    (
      #"{"a":[1,{"b":"x:,{}"}],"c":[]}"#,
      "{\n  \"a\": [\n    1,\n    {\n      \"b\": \"x:,{}\"\n    }\n  ],\n  \"c\": []\n}"
    ),
    (#"["\"\\","\u001b"]"#, "[\n  \"\\\"\\\\\",\n  \"\\u001b\"\n]"),
    ("[\"a\u{202E}\u{9B}\u{7F}é\u{E0041}\"]", "[\n  \"a\\u202e\\u009b\\u007fé\\udb40\\udc41\"\n]"),
  ])
  func json_is_laid_out(_ json: String, _ shown: String) {
    #expect(text(JSONPrinter.indented(bytes(json))) == shown)
  }

  @Test func json_on_one_line_is_made_safe_too() {
    #expect(text(JSONPrinter.escaped(bytes("{\"a\": \"\u{202E}é\\n\"}"))) == "{\"a\": \"\\u202eé\\n\"}")
  }

  @Test(arguments: [
    ("dune", "dune"), ("q=dune", "q=dune"), ("", "''"), ("a b", "'a b'"), ("it's", #"'it'\''s'"#),
    ("$x", "'$x'"),
    ("<", "'<'"), ("日", "日"), ("~", "'~'"),
  ])
  func words_are_quoted_for_a_shell(_ word: String, _ quoted: String) {
    #expect(ShellWord.quoted(word) == quoted)
  }
}
