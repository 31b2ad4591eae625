import MovieClient
import MovieProtocol
import Testing

/// Every text of the client is in every language.
@Suite struct TranslationTests {
  static let languages = DisplayLanguage.Code.allCases.filter { $0 != .english }

  /// Of the sources, and of the tables whose texts are looked up as they are shown.
  private static let literals = SourceTexts.all(under: ["Sources/MovieClient", "Sources/movierpc"])
  private static let texts: [SourceTexts.Text] =
    literals.filter(\.isShown)
    + (ValueWord.all + ValueWord.headings + DoctorFinding.names + DoctorFinding.State.allCases.map(\.rawValue)
    + DaemonMessage.all + Setting.all.map(\.summary)).map {
      SourceTexts.Text(key: $0, file: "a table")
    }

  @Test(arguments: languages) func every_text_is_translated(_ language: DisplayLanguage.Code) {
    let keys = Set(PoFile(language.rawValue).keys)
    for text in Self.texts where !text.isOptional && !keys.contains(text.key) {
      Issue.record("\(language.rawValue).po lacks a text of \(text.file):\n\(text.key)")
    }
    for noun in Quantity.Noun.allCases where !keys.contains("%1 \(noun.rawValue)") {
      Issue.record("\(language.rawValue).po lacks the noun \(noun.rawValue)")
    }
  }

  @Test(arguments: languages) func no_translation_is_left_over(_ language: DisplayLanguage.Code) {
    let known = Set(Self.texts.map(\.key) + Quantity.Noun.allCases.map { "%1 \($0.rawValue)" })
    let keys = PoFile(language.rawValue).keys
    for key in keys where !known.contains(key) {
      Issue.record("\(language.rawValue).po has a text that the client has not:\n\(key)")
    }
    for (key, next) in zip(keys, keys.dropFirst()) where !key.utf8.lexicographicallyPrecedes(next.utf8) {
      Issue.record("\(language.rawValue).po is not sorted: msgcat --sort-output does it. See\n\(next)")
    }
  }

  /// A sentence that no function translates. The pages about the protocol and the reasons of JSON errors are
  /// English.
  @Test func every_sentence_is_a_text() {
    let known = Set(Self.texts.map(\.key) + Quantity.Noun.allCases.map(\.rawValue))
    for literal in Self.literals where !known.contains(literal.key) && !literal.isOptional {
      let isCode =
        Self.english.contains(literal.file) || Self.code.contains(literal.call)
        || ["movierpc ", "\"$1\" ", "letterboxd ", "download ", "daemon "]
          .contains(where: literal.key.hasPrefix)
      if literal.key.contains(/[A-Za-z]{2,} [a-z]{2,}/), !isCode {
        Issue.record("\(literal.file): \"\(literal.key)\" is not localized")
      }
    }
  }

  private static let english = [
    "MethodPage.swift", "CheckedJSON.swift", "CompletionScript.swift",
  ]
  private static let code: Set<String> = [
    "hasPrefix", "contains", "firstRange", "replacing", "preconditionFailure",
  ]

  /// One that is declared and not in the table could not be translated.
  @Test func every_message_of_the_daemon_is_in_the_table() throws {
    let files =
      SourceFiles.swift(under: "Sources/MovieProtocol/Messages") + SourceFiles.swift(under: "Sources/JSONRPC")
    let declared = files.reduce(0) {
      $0 + SourceFiles.text($1).matches(of: /\n  (package )?static let \w+ = Message(Form<[^>]*>)?\(/).count
    }
    #expect(declared == MessageTable.all.count)
  }

  /// What the client has at the same places in each language.
  @Test(arguments: languages) func translation_has_the_same_parts(_ language: DisplayLanguage.Code) {
    for entry in PoFile(language.rawValue).entries {
      for text in entry.texts {
        #expect(parts(text) == parts(entry.key), "\(language.rawValue).po: \(entry.key)")
        #expect(text.first?.isWhitespace == entry.key.first?.isWhitespace, "\(entry.key)")
        #expect(text.last?.isWhitespace == entry.key.last?.isWhitespace, "\(entry.key)")
      }
    }
  }

  /// Placeholders, options and commands.
  private func parts(_ text: String) -> Set<Substring> {
    Set(text.matches(of: /%\d|--[a-z-]+|movierpc [a-z]+ --?[a-z]+/).map(\.output))
  }

  /// The search in the bytes finds each text, also in ASCII.
  @Test(arguments: languages) func text_is_found(_ language: DisplayLanguage.Code) {
    for entry in PoFile(language.rawValue).entries where entry.plural == nil {
      DisplayLanguage.$ofScope.withValue(DisplayLanguage(language)) {
        #expect(LocalizedText(key: entry.key).text == entry.texts.first)
      }
      DisplayLanguage.$ofScope.withValue(DisplayLanguage(language, hasAccents: false)) {
        let text = LocalizedText(key: entry.key).text
        #expect(text.utf8.allSatisfy { $0 < 0x80 }, "\(text)")
      }
    }
    for noun in Quantity.Noun.allCases {
      DisplayLanguage.$ofScope.withValue(DisplayLanguage(language)) {
        let entry = PoFile(language.rawValue).entries.first { $0.key == "%1 \(noun.rawValue)" }
        #expect(entry?.plural == "%1 \(noun.plural)")
        #expect(
          [1, 0].map { Quantity.count($0, noun) }
            == entry?.texts.enumerated().map { $1.replacing("%1", with: $0 == 0 ? "1" : "0") })
      }
    }
  }
}
