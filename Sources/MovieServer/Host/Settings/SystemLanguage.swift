import JSONRPC
import MovieProtocol

/// Language and region of the locale: LC_ALL decides, then LC_MESSAGES about the language, then LANG
/// (https://pubs.opengroup.org/onlinepubs/9699919799/basedefs/V1_chap08.html#tag_08_02).
struct SystemLanguage: Equatable {
  let language: String
  let region: String

  static let fallback = SystemLanguage(language: "en-US", region: "US")

  static func of(_ environment: (String) -> String?) -> SystemLanguage {
    func locale(_ names: String...) -> SystemLanguage {
      of(names.lazy.compactMap(environment).first { !$0.isEmpty })
    }
    return SystemLanguage(
      language: locale("LC_ALL", "LC_MESSAGES", "LANG").language, region: locale("LC_ALL", "LANG").region)
  }

  /// `de_DE.UTF-8@euro` is de-DE and DE, `de` is de and US; C, POSIX and anything that is not a locale are
  /// en-US and US.
  static func of(_ lang: String?) -> SystemLanguage {
    let name = (lang ?? "").prefix { $0 != "." && $0 != "@" }.map { $0 == "_" ? "-" : $0 }
    guard let language = ParameterType.language.check(.string(String(name)))?.text else { return fallback }
    return SystemLanguage(
      language: language,
      region: language.split(separator: "-").dropFirst().first.map(String.init) ?? fallback.region)
  }

  private init(language: String, region: String) {
    (self.language, self.region) = (language, region)
  }
}
