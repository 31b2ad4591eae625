import ArgumentParser
import JSONRPC
import MovieClient
import MovieProtocol

/// Values of options and settings.
enum CompletionValues {
  static let genres = CompletionKind.custom { words, _, _ in
    CompletionWords.lines(MethodParams("genres"), words) { result in
      var seen: Set<String> = []
      return JSONView(result, Genre.list).rows().compactMap(\.name).filter { seen.insert($0).inserted }.map {
        CompletionWord($0)
      }
    }
  }

  /// Of the setting that the word before names.
  static let setting = CompletionKind.custom { words, place, _ in
    guard words.indices.contains(place), let name = words[..<place].last(where: SettingChange.names.contains),
      let setting = Setting.named(name)
    else { return [] }
    switch setting.type {
    case .choice(let names): return names
    case .boolean: return ["true", "false"]
    case .language:
      return codes("languages", words) { JSONView($0, Language.list).rows().map { ($0.code, $0.name) } }
    case .country: return countries(words)
    case .list(let form, _) where form.demand == TextForm.country.demand: return countries(words)
    default: return []
    }
  }

  private static func countries(_ words: [String]) -> [String] {
    codes("countries", words) { JSONView($0, Country.list).rows().map { ($0.code, $0.name) } }
  }

  private static func codes(
    _ method: String, _ words: [String], _ rows: (JSONValue) -> [(code: String?, name: String?)]
  ) -> [String] {
    CompletionWords.lines(MethodParams(method), words) { result in
      rows(result).compactMap { row in row.code.map { CompletionWord($0, about: row.name ?? "") } }
    }
  }
}
