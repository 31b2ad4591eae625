import JSONRPC
import MovieProtocol

/// Values of options and settings, most of them known only to the daemon. If none is running, none is started and
/// nothing is offered.
enum CompletionValues {
  @Sendable static func profiles(_ request: CompletionRequest) -> [CompletionWord] {
    words(MethodParams("profiles"), request) { result in
      JSONView(result, ProfileSummary.list).rows().compactMap(\.name).map { CompletionWord($0) }
    }
  }

  @Sendable static func genres(_ request: CompletionRequest) -> [CompletionWord] {
    words(MethodParams("genres"), request) { result in
      var seen: Set<String> = []
      return JSONView(result, Genre.list).rows().compactMap(\.name).filter { seen.insert($0).inserted }.map {
        CompletionWord($0)
      }
    }
  }

  @Sendable static func methods(_: CompletionRequest) -> [CompletionWord] {
    MethodTable.all.map { CompletionWord($0.name, about: $0.summary) }
  }

  @Sendable static func commands(_ request: CompletionRequest) -> [CompletionWord] {
    let group = request.arguments.first.flatMap { CommandTable.root.subcommand(named: $0) }
    return (group ?? CommandTable.root).subcommands.map {
      CompletionWord($0.name, about: $0.summary.text)
    }
  }

  @Sendable static func settings(_: CompletionRequest) -> [CompletionWord] {
    SettingChange.names.map { CompletionWord($0) }
  }

  /// Of the setting that the word before names.
  @Sendable static func setting(_ request: CompletionRequest) -> [CompletionWord] {
    guard let setting = request.arguments.first.flatMap(Setting.named) else { return [] }
    switch setting.type {
    case .language:
      return words(MethodParams("languages"), request) {
        codes(JSONView($0, Language.list).rows().map { ($0.code, $0.name) })
      }
    case .country: return countries(request)
    case .list(let form, _) where form.demand == TextForm.country.demand: return countries(request)
    case let type: return type.choices.map { CompletionWord($0) }
    }
  }

  private static func countries(_ request: CompletionRequest) -> [CompletionWord] {
    words(MethodParams("countries"), request) {
      codes(JSONView($0, Country.list).rows().map { ($0.code, $0.name) })
    }
  }

  private static func codes(_ rows: [(code: String?, name: String?)]) -> [CompletionWord] {
    rows.compactMap { row in row.code.map { CompletionWord($0, about: row.name ?? "") } }
  }

  static func words(
    _ params: MethodParams, _ request: CompletionRequest, _ known: (JSONValue) -> [CompletionWord]
  ) -> [CompletionWord] {
    (try? answer(params, request.connection)).map(known) ?? []
  }

  private static func answer(
    _ params: MethodParams, _ options: ConnectionOptions
  ) throws(CommandError) -> JSONValue {
    // There can be no PIN prompt while a word is completed.
    let noPrompt: RPCClient.AskForPIN = { (_: String) throws(CommandError) -> String? in nil }
    var caller = try RPCClient.connected(options, pin: noPrompt)
    return try caller.json(params)
  }
}

/// Titles for the words of a command.
enum CompletionTitles {
  /// Any, from `suggest`.
  @Sendable static func suggested(_ request: CompletionRequest) -> [CompletionWord] {
    let text = (request.arguments + [request.word]).joined(separator: " ")
    guard case .words? = try? KeyOrWords([text]) else { return [] }
    var params = MethodParams("suggest")
    params.add("q", text)
    return CompletionValues.words(params, request) { result in
      JSONView<TitlePage>(result).results.flatMap { title -> [CompletionWord] in
        ["", "The ", "A ", "An "].compactMap { article in
          rest(of: name(title), after: article, typed: text).map {
            CompletionWord(request.word + $0, about: title.text(\.key) ?? "")
          }
        }
      }
    }
  }

  /// Those on a list of the library, by key and by name.
  static func listed(by method: String) -> Completion.Source {
    { request in
      var params = MethodParams(method)
      params.add("page_size", "100")
      return CompletionValues.words(params, request) { result in
        JSONView<TitlePage>(result).results.flatMap { title -> [CompletionWord] in
          guard let key = title.text(\.key) else { return [] }
          return [CompletionWord(key, about: name(title)), CompletionWord(name(title), about: key)]
        }
      }
    }
  }

  private static func name(_ title: JSONView<Title>) -> String { TitleCells(title).name }

  /// What follows the typed beginning of a name. It keeps its own letters: shells offer only what begins so.
  private static func rest(of name: String, after article: String, typed: String) -> String? {
    guard name.hasPrefix(article) else { return nil }
    let name = name.dropFirst(article.count)
    return name.lowercased().hasPrefix(typed.lowercased()) ? String(name.dropFirst(typed.count)) : nil
  }
}
