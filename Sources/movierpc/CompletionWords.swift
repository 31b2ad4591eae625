import ArgumentParser
import JSONRPC
import MovieClient
import MovieProtocol

/// Values known only to the daemon, for completions. If none is running, none is started and nothing is
/// offered.
enum CompletionWords {
  static let profiles = CompletionKind.custom { words, _, _ in
    lines(MethodParams("profiles"), words) { result in
      JSONView(result, ProfileSummary.list).rows().compactMap(\.name).map { CompletionWord($0) }
    }
  }

  /// The titles on the command's list, by key and by name.
  static let listed = CompletionKind.custom { words, _, _ in titlesOfList(words) }

  static func titlesOfList(_ words: [String]) -> [String] {
    switch words.dropFirst().first(where: { ["watchlist", "favorites", "download"].contains($0) }) {
    case "watchlist": titles("watchlist", words)
    case "favorites": titles("favorites", words)
    case "download": titles("downloads", words)
    default: []
    }
  }

  private static func titles(_ method: String, _ words: [String]) -> [String] {
    var params = MethodParams(method)
    params.add("page_size", "100")
    return lines(params, words) { result in
      JSONView<TitlePage>(result).results.flatMap { title -> [CompletionWord] in
        guard let key = title.text(\.key) else { return [] }
        let name = (title.title ?? "") + (title.year.map { " (\($0))" } ?? "")
        return [CompletionWord(key, about: name), CompletionWord(name, about: key)]
      }
    }
  }

  static func lines(
    _ params: MethodParams, _ words: [String], _ known: (JSONValue) -> [CompletionWord]
  ) -> [String] {
    let shell = CompletionShell.requesting.flatMap { CompletionWord.Shell(rawValue: $0.rawValue) } ?? .bash
    var options = ConnectionOptions()
    options.mayStart = false
    options.socket = value(of: "--socket", in: words)
    options.profile = value(of: "--profile", in: words) ?? value(of: "-P", in: words)
    // The shell accepts no input meanwhile.
    options.timeout = Seconds("2") ?? .usual
    guard let result = try? answer(params, options) else { return [] }
    return known(result).compactMap { $0.line(for: shell) }
  }

  private static func answer(
    _ params: MethodParams, _ options: ConnectionOptions
  ) throws(CommandError) -> JSONValue {
    // There can be no PIN prompt while a word is completed.
    let noPrompt: RPCClient.AskForPIN = { (_: String) throws(CommandError) -> String? in nil }
    var caller = try RPCClient.connected(options, pin: noPrompt)
    return try caller.json(params)
  }

  private static func value(of option: String, in words: [String]) -> String? {
    // The last word is being completed.
    guard let place = words.dropLast(2).firstIndex(of: option) else { return nil }
    return words[place + 1]
  }
}
