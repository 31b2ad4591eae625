/// The language of the program's own words. Titles have the language of a setting instead, and JSON has none.
package struct DisplayLanguage: Equatable, Sendable {
  package enum Code: String, CaseIterable, Sendable { case english = "en", german = "de", spanish = "es" }

  package let code: Code
  /// Letters with accents may be shown.
  package let hasAccents: Bool

  package init(_ code: Code, hasAccents: Bool = true) {
    self.code = code
    self.hasAccents = hasAccents
  }

  /// English in tests and wherever a language would change what programs read.
  package static let english = DisplayLanguage(.english)
  @TaskLocal package static var current = english

  /// As [gettext](https://www.gnu.org/software/gettext/manual/html_node/Locale-Environment-Variables.html)
  /// chooses: the locale decides, unless LANGUAGE lists others. The C locale is always English.
  package init(_ environment: (String) -> String?) {
    let locale =
      ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? "C"
    let names = (environment("LANGUAGE") ?? "").split(separator: ":").map(String.init) + [locale]
    let isC = ["C", "POSIX"].contains(locale.prefix { $0 != "." })
    let code = isC ? nil : names.lazy.compactMap(Self.code).first
    self.init(code ?? .english, hasAccents: Screen.showsSigns(environment))
  }

  /// Of `de`, `de_AT` or `de_AT.UTF-8@euro`.
  private static func code(_ locale: String) -> Code? {
    Code(rawValue: locale.prefix { $0.isLetter }.lowercased())
  }
}
