import JSONRPC
import Testing

@testable import MovieClient

/// A daemon of another version, or something else that speaks JSON, must not end the client.
struct OddResultsTests {
  private static let odd: [JSONValue] = [
    nil, true, -1, 9_223_372_036_854_775_807, .number("1e300"), .number("1e999"), "\u{1B}[2J\u{202E}\n", [],
    [:], [[]],
    [nil], ["x"], [["name": 1]], ["x": ["y": "z\u{9B}"]],
  ]

  /// `value`, with each member of each object replaced by each odd value, one at a time.
  private static func variants(_ value: JSONValue) -> [JSONValue] {
    switch value {
    case .object(let members):
      return members.indices.flatMap { index in
        (odd + variants(members[index].value)).map { replacement in
          var changed = members
          changed[index].value = replacement
          return .object(changed)
        }
      }
    case .array(let items):
      return items.indices.flatMap { index in
        (odd + variants(items[index])).map { replacement in
          var changed = items
          changed[index] = replacement
          return .array(changed)
        }
      }
    default: return odd
    }
  }

  private func expectHarmless(_ result: JSONValue, _ page: (JSONValue, Screen) -> String) {
    for variant in Self.variants(result) {
      let text = page(variant, Screen(width: 60))
      let isClean = text.unicodeScalars.allSatisfy { $0 == "\n" || !TerminalText.isHostile($0) }
      #expect(isClean, "\(variant.text())")
    }
  }

  @Test func lists_do_no_harm() throws {
    let list = try Canned.list([Canned.dune], next: "2", pages: 2, total: 4)
    expectHarmless(list, TitleTable.text)
    expectHarmless(
      ["hero": list["results"]?[0] ?? nil, "rows": [list], "meta": list["meta"] ?? nil], HomePage.text)
    expectHarmless(list) { result, _ in
      PickerLines.text(PickerLines.titles(of: result), as: .fzf).filter { $0 != "\t" }
    }
  }

  @Test func library_does_no_harm() throws {
    let title = try JSONValue(parsing: Canned.entry(on: Canned.marks(watched: true, favorite: true)))
    let list: JSONValue = ["rev": 3, "results": [title], "next_page": 2, "meta": nil]
    expectHarmless(list) {
      LibraryTable.watchlist($0, on: $1, in: .utc) + LibraryTable.favorites($0, on: $1, in: .utc)
    }
    expectHarmless(["changed": true, "version": 3, "item": title, "total_results": 1]) { result, _ in
      LibraryChangeLine.watchlist(result, key: "\u{1B}c")
        + LibraryChangeLine.favorites(result, key: "k")
    }
    expectHarmless([
      "results": [["term": "a", "searched_at": "2026-11-21T09:30:00Z", "count": 1, "total_results": 2]],
      "changed": true,
    ]) {
      SearchesPage.text($0, on: $1, in: .utc) + SearchesPage.removed("\u{202E}", $0)
    }
    expectHarmless([
      "profiles": [["name": "x", "age_limit": 12, "has_pin": true, "selected": true, "default": false]]
    ]) {
      ProfilesPage.text($0, on: $1) + ProfilesPage.created("x", $0)
        + ProfilesPage.selected("X", $0, isDefault: true)
    }
  }

  @Test func cards_do_no_harm() throws {
    let detail = try JSONValue(
      parsing: Canned.title(
        "movie/1", "x", "2000",
        more: #"""
          ,"runtime":1,"certification":{"value":"12"},"collection":{"name":"c"},
          "cast":[{"name":"a","character":"b"}],
          "crew":[{"name":"a","job":"b"}],"similar":[{"key":"tv/1"}],
          "seasons":[{"name":"s","episode_count":2}],
          "where_to_watch":{"DE":{"link":"l","offers":[{"kind":"k","provider":"p"}]}},"partial":true,"meta":{}
          """#))
    expectHarmless(detail, DetailPage.text)
    expectHarmless(try JSONValue(parsing: #"{"title":"x","videos":[\#(Canned.video)]}"#)) {
      TrailerPage.text($0, on: $1, in: .utc)
    }
  }

  @Test func tables_do_no_harm() {
    let row: JSONValue = ["code": "a", "id": 1, "name": "b", "native_name": "c", "media_type": "tv"]
    for page in [
      LookupPage.genres, LookupPage.countries, LookupPage.languages, LookupPage.providers,
    ] {
      expectHarmless(["results": [row], "meta": nil], page)
    }
    let setting: JSONValue = [
      "value": ["set": true], "default": 1, "from": "file", "settable": "file", "description": "b",
      "schema": ["type": "array", "items": ["enum": ["c"]], "maxItems": 2],
    ]
    expectHarmless(["settings": ["a": setting]]) {
      SettingsPage.text($0, isWhole: true, on: $1) + SettingPage.text($0, on: $1)
        + SettingsPage.changes($0, ["a"], on: $1)
    }
  }

  @Test func states_do_no_harm_in_any_bar() throws {
    for (topic, data) in CannedStates.all {
      for variant in Self.variants(try JSONValue(parsing: data)) {
        let state = TopicText(topic: topic, variant)
        for form in WatchFormat.allCases where form != .json {
          let line = text(form.line(state))
          let isHostile = line.unicodeScalars.contains(where: TerminalText.isHostile)
          #expect(!isHostile && line.utf8.count < 65_536, "\(form) \(topic) \(variant.text())")
          guard ![.plain, .polybar, .tmux].contains(form) else { continue }
          #expect(JSONSyntax.validate(Array(line.utf8).span) == nil, "\(line)")
        }
      }
    }
  }
}
