import JSONRPC
import MovieProtocol
import Testing

@testable import MovieClient

@Suite struct DisplayLanguageTests {
  @Test(arguments: [
    (["LANG": "de_AT.UTF-8"], DisplayLanguage.Code.german, true),
    (["LANG": "es"], .spanish, false),
    (["LANG": "fr_FR.UTF-8"], .english, true),
    (["LANG": "de_DE.UTF-8", "LC_MESSAGES": "es_ES.UTF-8"], .spanish, true),
    (["LANG": "de_DE.UTF-8", "LC_ALL": "C"], .english, true),
    (["LANG": "de_DE.UTF-8", "LC_ALL": ""], .german, true),
    (["LANG": "de_DE.UTF-8", "LANGUAGE": "fr:es:de"], .spanish, true),
    (["LANG": "de_DE.UTF-8", "LANGUAGE": "en_GB:de"], .english, true),
    (["LANG": "C.UTF-8", "LANGUAGE": "de"], .english, true),
    (["LANGUAGE": "de"], .english, true),
    ([:], .english, true),
  ])
  func environment_chooses(_ variables: [String: String], _ code: DisplayLanguage.Code, _ hasAccents: Bool) {
    let language = DisplayLanguage { variables[$0] }
    #expect(language.code == code && language.hasAccents == hasAccents)
  }

  @Test(arguments: [
    (["LANG": "de_DE.UTF-8"], "7,8"), (["LANG": "de"], "7,8"), (["LANG": "de_CH.UTF-8"], "7.8"),
    (["LANG": "es_ES"], "7,8"), (["LANG": "es_MX.UTF-8"], "7.8"), (["LANG": "en_US.UTF-8"], "7.8"),
    (["LANG": "de_DE.UTF-8", "LC_NUMERIC": "C"], "7.8"), (["LC_NUMERIC": "de_AT"], "7,8"),
    (["LANG": "de_DE.UTF-8", "LC_ALL": "C"], "7.8"), ([:], "7.8"),
  ])
  func numbers_are_written_as_in_the_locale(_ variables: [String: String], _ rating: String) {
    DisplayLanguage.$ofScope.withValue(DisplayLanguage { variables[$0] }) {
      #expect(Quantity.tenths(78) == rating)
      #expect(Quantity.bytes(8000) == rating + " KiB" && Quantity.microseconds(7800) == rating + " ms")
    }
  }

  @Test func arguments_have_numbers() {
    let text: LocalizedText = "Removed \("a%2") from \(2)."
    #expect(text.key == "Removed %1 from %2.")
    #expect(text.text == "Removed a%2 from 2.")
    #expect(TranslatedText.filled("%2: %1, 100%, %3", ["%2", "b"]) == "b: %2, 100%, %3")
  }

  @Test func language_is_that_of_the_scope() {
    let texts = DisplayLanguage.Code.allCases.map { code in
      DisplayLanguage.$ofScope.withValue(DisplayLanguage(code)) {
        localized("\("Dune") is on the watchlist") + ", " + Quantity.count(2, .vote)
      }
    }
    #expect(
      texts == [
        "Dune is on the watchlist, 2 votes", "Dune ist auf der Merkliste, 2 Stimmen",
        "Dune está en la lista de seguimiento, 2 votos",
      ])
    DisplayLanguage.$ofScope.withValue(DisplayLanguage(.german, hasAccents: false)) {
      #expect(localized("no downloads") == "keine Downloads")
      #expect(LocalizedText(key: "OVERVIEW: ").text == "UEBERSICHT: ")
      #expect(localized("there are no searches") == "es gibt keine Suchen")
      #expect(LocalizedText(key: "running for").text == "laeuft seit")
      #expect(LocalizedText(key: "not a text of the client").text == "not a text of the client")
    }
  }

  @Test func value_is_accepted_as_the_tables_print_it() {
    let type = ParameterType.choice(["movie", "tv", "done"])
    let german = DisplayLanguage.$ofScope.withValue(DisplayLanguage(.german)) {
      ["Serie", "Filme", "fertig", "series", "TV"].map { type.mended($0) }
    }
    #expect(german == ["tv", "movie", "done", "tv", "tv"])
    #expect(type.mended("fertig") == "fertig")
  }

  /// Styles of bars depend on the state.
  @Test func bar_has_the_same_state_in_all_languages() throws {
    for (topic, data) in CannedStates.all {
      let json = try JSONValue(parsing: data)
      let english = TopicText(topic: topic, json)
      DisplayLanguage.$ofScope.withValue(DisplayLanguage(.german)) {
        let german = TopicText(topic: topic, json)
        #expect(german.state == english.state && german.percentage == english.percentage)
        #expect(german.isIdle == english.isIdle && german.short.isEmpty == english.short.isEmpty)
      }
    }
    DisplayLanguage.$ofScope.withValue(DisplayLanguage(.spanish)) {
      #expect(TopicText.offline == TopicText("offline", words: "movierpcd no está en marcha", isIdle: true))
    }
  }

  @Test func paragraphs_are_broken_anew_and_examples_are_not() {
    let page =
      "Rows are lists of browse, alone or with a type. The same seed\nchooses the same hero.\n\n  x  y"
    #expect(localizedParagraphs(page, width: 72) == page)
    #expect(localizedParagraphs(page, width: 40).split(separator: "\n").allSatisfy { $0.count <= 40 })
    DisplayLanguage.$ofScope.withValue(DisplayLanguage(.german)) {
      let lines = localizedParagraphs(page, width: 72).split(
        separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count == 4 && lines.suffix(2) == ["", "  x  y"])
      #expect(lines.allSatisfy { $0.count <= 72 } && lines[0].hasPrefix("Reihen sind Listen"))
    }
  }
}
