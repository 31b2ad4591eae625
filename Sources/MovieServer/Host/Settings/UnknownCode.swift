import JSONRPC
import MovieProtocol
import MovieStore

/// A code of the right form that no country, or no language of TMDB, has. Where it is already, it is ignored; it is
/// refused where it would be stored.
enum UnknownCode: Equatable {
  case country(String)
  case language(String)

  /// Nil: all codes of the value are known.
  init?(in value: ArgumentValue, of setting: Setting) {
    switch setting.name {
    case Setting.region.name, Setting.countries.name:
      self.init(countries: value.texts ?? value.text.map { [$0] } ?? [])
    case Setting.language.name:
      // `de` or `de-DE`
      let parts = (value.text ?? "").split(separator: "-").map(String.init)
      if let language = parts.first, !Languages.has(language) {
        self = .language(language)
      } else {
        self.init(countries: Array(parts.dropFirst()))
      }
    default: return nil
    }
  }

  init?(countries: [String]) {
    guard let unknown = countries.first(where: { !Countries.has($0) }) else { return nil }
    self = .country(unknown)
  }

  var message: Message {
    switch self {
    case .country(let code): .noCountry(code)
    case .language(let code): .noLanguage(code)
    }
  }

  func refusal(of parameter: String) -> RPCError {
    switch self {
    case .country: .parameter(parameter, message, expected: "the code of a country", .seeCountries)
    case .language: .parameter(parameter, message, expected: "the code of a language", .seeLanguages)
    }
  }
}

extension [String: ArgumentValue] {
  /// The names of those settings whose value has an unknown code.
  var namesOfUnknownCodes: [String] {
    filter { name, value in
      Setting.named(name).map { UnknownCode(in: value, of: $0) != nil } ?? false
    }.keys.sorted()
  }
}
