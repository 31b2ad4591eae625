import JSONRPC
import Synchronization

/// The language of the program's own words. Titles have the language of a setting instead, and JSON has none.
package struct DisplayLanguage: Equatable, Sendable {
  package enum Code: String, CaseIterable, Sendable { case english = "en", german = "de", spanish = "es" }

  package let code: Code
  /// Letters with accents may be shown.
  package let hasAccents: Bool
  private let numberLocale: String

  package init(_ code: Code, hasAccents: Bool = true, numberLocale: String = "") {
    self.code = code
    self.hasAccents = hasAccents
    self.numberLocale = numberLocale
  }

  /// English in tests and wherever a language would change what programs read.
  package static let english = DisplayLanguage(.english)
  /// Where it is not that of the process: in tests, and in what programs read.
  @TaskLocal package static var ofScope: DisplayLanguage?

  /// Found out when it is needed: most calls of programs show no words.
  package static var current: DisplayLanguage {
    ofScope ?? (followsEnvironment.load(ordering: .relaxed) ? ofEnvironment : english)
  }

  /// From here on the process has the language of its environment.
  package static func followEnvironment() { followsEnvironment.store(true, ordering: .relaxed) }

  private static let followsEnvironment = Atomic(false)
  private static let ofEnvironment = DisplayLanguage(Environment.variable)

  /// As [gettext](https://www.gnu.org/software/gettext/manual/html_node/Locale-Environment-Variables.html)
  /// chooses: the locale decides, unless LANGUAGE lists others. The C locale is always English.
  package init(_ environment: (String) -> String?) {
    let locale = Screen.locale("LC_MESSAGES", environment)
    let isC = locale.isEmpty || ["C", "POSIX"].contains { locale == $0 || locale.hasPrefix($0 + ".") }
    var code: Code?
    if !isC {
      for name in (environment("LANGUAGE") ?? "").split(separator: ":") where code == nil {
        code = Self.code(String(name))
      }
      code = code ?? Self.code(locale)
    }
    let chosen = code ?? .english
    self.init(
      chosen, hasAccents: chosen == .english || Screen.showsSigns(environment),
      numberLocale: Screen.locale("LC_NUMERIC", environment))
  }

  /// Between the digits of a fraction, as glibc's locales have it, whatever the language of the words. The
  /// locales of other languages are not known: their texts are English, and so is the sign.
  var decimalSign: Character {
    let isKnown = Self.code(numberLocale).map { $0 != .english } ?? false
    let country = String(numberLocale.dropFirst(3).prefix(2))
    return isKnown && !Self.pointCountries.contains(country) ? "," : "."
  }

  private static let pointCountries: Set = [
    "CH", "LI", "DO", "GT", "HN", "MX", "NI", "PA", "PR", "SV", "US",
  ]

  /// Of `de`, `de_AT` or `de_AT.UTF-8@euro`.
  private static func code(_ locale: String) -> Code? {
    let name = Array(locale.utf8)
    let letters = name.firstIndex { !$0.isLetter } ?? name.count
    return letters == 2 ? Code(rawValue: locale.lowercased().prefix(2).description) : nil
  }
}

/// Translations in ASCII, for a terminal that shows no other letters.
enum PlainLetters {
  static func text(_ text: String, _ language: DisplayLanguage.Code) -> String {
    let letters = language == .german ? german.merging(common) { own, _ in own } : common
    return zip(text, text.dropFirst() + " ").map { letter, next in
      let plain = letters[letter] ?? String(letter)
      return letter.isUppercase && next.isUppercase ? plain.uppercased() : plain
    }.joined()
  }

  private static let german: [Character: String] = [
    "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss",
  ]

  private static let common: [Character: String] = [
    "á": "a", "é": "e", "í": "i", "ó": "o", "ú": "u", "ü": "u", "ñ": "n", "Á": "A", "É": "E", "Í": "I",
    "Ó": "O", "Ú": "U", "Ñ": "N", "¿": "", "¡": "", "…": "...",
  ]
}
