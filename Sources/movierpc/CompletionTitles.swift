import ArgumentParser
import JSONRPC
import MovieClient
import MovieProtocol

/// Titles for the words of a command, from `suggest`.
enum CompletionTitles {
  static let suggested = CompletionKind.custom { words, place, _ in titles(for: words, at: place) }

  /// Of the changes of a list, `add` and `toggle` take any title.
  static let listedOrSuggested = CompletionKind.custom { words, place, _ in
    words.contains("add") || words.contains("toggle")
      ? titles(for: words, at: place) : CompletionWords.titlesOfList(words)
  }

  private static func titles(for words: [String], at place: Int) -> [String] {
    guard words.indices.contains(place), let earlier = typed(words, upTo: place) else { return [] }
    let word = plain(words[place])
    let text = (earlier + [word]).joined(separator: " ")
    guard case .words? = try? KeyOrWords([text]) else { return [] }
    var params = MethodParams("suggest")
    params.add("q", text)
    return CompletionWords.lines(params, words) { result in
      JSONView<TitlePage>(result).results.flatMap { title -> [CompletionWord] in
        let name = (title.title ?? "") + (title.year.map { " (\($0))" } ?? "")
        return ["", "The ", "A ", "An "].compactMap { article in
          rest(of: name, after: article, typed: text).map {
            CompletionWord(word + $0, about: title.text(\.key) ?? "")
          }
        }
      }
    }
  }

  /// The commands whose words are a title.
  private static let commands: Set = ["detail", "trailer", "poster", "play", "add", "toggle", "download"]
  private static let withValue: Set = [
    "--socket", "--timeout", "--profile", "-P", "--color", "--format", "-f", "--language", "--region",
    "--max-age-ms", "--video", "--kind", "--size", "--note", "--if-rev", "--assets", "--types",
  ]

  /// The words before this one that are of the title.
  private static func typed(_ words: [String], upTo place: Int) -> [String]? {
    guard var begin = words[..<place].firstIndex(where: commands.contains) else { return nil }
    // `download add`
    if words[begin] == "download", begin + 1 < place, words[begin + 1] == "add" { begin += 1 }
    var typed: [String] = []
    var rest = words[(begin + 1)..<place]
    while let word = rest.popFirst() {
      if withValue.contains(word) {
        _ = rest.popFirst()
      } else if !word.hasPrefix("-") {
        typed.append(plain(word))
      }
    }
    return typed
  }

  /// As the shell reads it, but for what it would carry out.
  private static func plain(_ word: String) -> String {
    word.filter { !["\\", "\"", "'"].contains($0) }
  }

  /// What follows the typed beginning of a name. It keeps its own letters: shells offer only what begins so.
  private static func rest(of name: String, after article: String, typed: String) -> String? {
    guard name.hasPrefix(article) else { return nil }
    let name = name.dropFirst(article.count)
    return name.lowercased().hasPrefix(typed.lowercased()) ? String(name.dropFirst(typed.count)) : nil
  }
}
