package import JSONRPC
import MovieProtocol

/// `--as rofi|fzf`: one line per title, as a menu reads it.
package enum PickerLines {
  package enum Form: String, CaseIterable, Sendable { case rofi, fzf }

  /// - Parameter icon: the path of a title's picture, nil if there is none. A menu shows a path without a
  ///   file as a broken picture.
  package static func text(
    _ titles: [JSONValue], as form: Form, icon: (_ key: String) -> String? = { _ in nil }
  ) -> String {
    titles.map { title in
      let cells = TitleCells(JSONView(title))
      return switch form {
      case .rofi: rofi(cells, icon: icon(cells.key))
      case .fzf: fzf(cells)
      }
    }.joined()
  }

  /// The titles of a list or of a collection, or of all rows of `home`, each once.
  package static func titles(of result: JSONValue) -> [JSONValue] {
    if let parts = result["parts"]?.arrayValue { return parts }
    if let list = JSONView<TitlePage>(result)[\.results]?.arrayValue { return list }
    var seen: Set<String> = []
    return JSONView(result, HomeRow.list).rows().flatMap(\.titles).filter {
      seen.insert($0.text(\.key) ?? "").inserted
    }.map(\.json)
  }

  /// A row of a script or of `rofi -dmenu`: the text, then options after a NUL, each `name 0x1F value`
  /// ([rofi-script(5)](https://davatorium.github.io/rofi/current/rofi-script.5/)). The values are cleaned
  /// like the text, so they contain none of these bytes and no line end.
  private static func rofi(_ cells: TitleCells, icon: String?) -> String {
    let options = (icon.map { [("icon", TerminalText.cleaned($0))] } ?? []) + [("info", cells.key)]
    let words = options.flatMap { [$0.0, $0.1] }
    return BidiText.isolated(cells.name) + "\0" + words.joined(separator: "\u{1F}") + "\n"
  }

  /// For `fzf --delimiter '\t' --with-nth 2..`: the key, which is hidden, then the visible text.
  private static func fzf(_ cells: TitleCells) -> String {
    [cells.key, cells.name, cells.rating, cells.type, cells.genres].joined(separator: "\t") + "\n"
  }
}

/// Posters for the rows of a menu, as files.
package enum TitleIcons {
  /// Small enough to fetch twenty at once, and large enough for a menu.
  private static let size = "w154"
  /// A whole list may have thousands, and a daemon stops reading while too many requests are in progress.
  private static let atOnce = 50

  /// - Parameter isFetching: waits for pictures that the daemon does not have yet; otherwise they are left
  ///   out.
  /// - Returns: paths, by the titles' keys.
  package static func files(
    of titles: [JSONValue], isFetching: Bool, _ caller: inout RPCClient
  ) -> [String: String] {
    let posters = titles.map(JSONView<Title>.init).compactMap { title -> (key: String, params: [UInt8])? in
      guard let key = title.text(\.key), let path = title.posterPath else { return nil }
      let params: JSONValue = [
        "path": .string(path), "size": .string(size), "cache_only": .bool(!isFetching),
      ]
      return (key, Array(params.text().utf8))
    }
    var files: [String: String] = [:]
    for start in stride(from: 0, to: posters.count, by: atOnce) {
      let some = posters[start..<min(start + atOnce, posters.count)]
      // A menu can do without pictures, but not without titles.
      guard let results = try? caller.results("image", params: some.map(\.params)) else { break }
      for (poster, result) in zip(some, results) {
        guard let result, let tree = try? JSONValue(parsing: result.span) else { continue }
        files[poster.key] = JSONView(tree, ImageMethod.answer).file
      }
    }
    return files
  }
}
