import JSONRPC
import MovieProtocol

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

  private static func name(_ title: JSONView<Title>) -> String {
    (title.title ?? "") + (title.year.map { " (\($0))" } ?? "")
  }

  /// What follows the typed beginning of a name. It keeps its own letters: shells offer only what begins so.
  private static func rest(of name: String, after article: String, typed: String) -> String? {
    guard name.hasPrefix(article) else { return nil }
    let name = name.dropFirst(article.count)
    return name.lowercased().hasPrefix(typed.lowercased()) ? String(name.dropFirst(typed.count)) : nil
  }
}
