import JSONRPC
import Testing

@testable import MovieClient

struct PickerLinesTests {
  /// JSON of a title's name, and its row in rofi and fzf.
  static let hostile: [(String, String)] = [
    ("#Alive", "#Alive"), ("#Horror", "#Horror"), ("Fast & Furious", "Fast & Furious"), ("[REC]", "[REC]"),
    (#"<3 \"q\""#, #"<3 "q""#), ("100% Wolf", "100% Wolf"),
    ("What the #$*! Do We (K)now!?", "What the #$*! Do We (K)now!?"), ("%{F#f00}x", "%{F#f00}x"),
    ("Amélie", "Amélie"), (#"a\nb"#, "a b"), (#"a\rb"#, "a b"), (#"a\tb"#, "a b"), (#"a\u001b[2Jb"#, "a[2Jb"),
    (#"a\u202eb"#, "ab"), (#"a\u0000icon\u001f/etc/passwd"#, "aicon/etc/passwd"),
    (#"\u0000prompt\u001fx"#, "promptx"),
    (#"a\u2028b"#, "a b"), ("기생충", "기생충"),
  ]

  @Test(arguments: hostile)
  func rofi_row_is_text_and_key(_ title: String, _ shown: String) throws {
    let row = try JSONValue(parsing: Canned.title("movie/7", title, "2019"))
    #expect(PickerLines.text([row], as: .rofi) == "\(shown) (2019)\0info\u{1F}movie/7\n")
  }

  @Test(arguments: hostile)
  func fzf_row_is_the_key_and_columns(_ title: String, _ shown: String) throws {
    let row = try JSONValue(parsing: Canned.title("movie/7", title, "2019", genres: #""A\tb","C""#))
    #expect(PickerLines.text([row], as: .fzf) == "movie/7\t\(shown) (2019)\t7.8\tfilm\tA b, C\n")
  }

  /// Rofi draws both directions.
  @Test func title_of_another_direction_is_isolated_in_rofi() throws {
    let row = try JSONValue(parsing: Canned.title("movie/7", "ואלס", "2019"))
    #expect(PickerLines.text([row], as: .rofi) == "\u{2068}ואלס\u{2069} (2019)\0info\u{1F}movie/7\n")
  }

  @Test func icon_stands_only_where_a_file_is() throws {
    let rows = try [Canned.dune, Canned.thrones].map { try JSONValue(parsing: $0) }
    let text = PickerLines.text(rows, as: .rofi) { $0 == "tv/1399" ? "/c/t\u{1F}\n.jpg" : nil }
    #expect(
      text == "Dune (2021)\0info\u{1F}movie/438631\n"
        + "Game of Thrones (2011)\0icon\u{1F}/c/t .jpg\u{1F}info\u{1F}tv/1399\n")
  }

  @Test func title_without_year_or_name_is_a_row_too() throws {
    let rows = try [Canned.title("movie/7", "Soon", "null"), Canned.title("movie/8", "", "2001")].map {
      try JSONValue(parsing: $0)
    }
    #expect(
      PickerLines.text(rows, as: .rofi) == "Soon\0info\u{1F}movie/7\nmovie/8 (2001)\0info\u{1F}movie/8\n")
  }

  @Test func home_has_each_title_once() throws {
    let home = try JSONValue(
      parsing: """
        {"hero":null,"rows":[{"results":[\(Canned.dune),\(Canned.thrones)]},{"results":[\(Canned.dune)]},
        {"results":[],"error":{}}],"meta":\(Canned.meta)}
        """)
    #expect(PickerLines.titles(of: home).map { $0["key"] } == ["movie/438631", "tv/1399"])
  }

  @Test func collection_has_its_films() throws {
    let collection = try JSONValue(
      parsing: #"{"id":1,"name":"Dune Collection","parts":[\#(Canned.dune)],"meta":\#(Canned.meta)}"#)
    #expect(PickerLines.titles(of: collection).map { $0["key"] } == ["movie/438631"])
  }
}
