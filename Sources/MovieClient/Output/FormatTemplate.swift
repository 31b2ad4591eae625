package import JSONRPC
import MovieProtocol

/// `--format '{title} ({year})'`: one line for each row of a result.
///
/// `{user_state.favorite}` selects a member of an object, `{{` is a brace, `\t` a tab, `\n` a line end, `\\` a
/// backslash. Null is empty, a list is joined by commas. Values are cleaned of characters that could control
/// a terminal or break the line.
package struct FormatTemplate: Equatable, Sendable {
  private enum Piece: Equatable, Sendable {
    case text(String)
    case field([String])
  }

  private var pieces: [Piece] = []

  package init(_ template: String) throws(CommandError) {
    var text = ""
    var rest = template[...]
    while let character = rest.popFirst() {
      if character == "\\", let escaped = rest.first.flatMap(Self.escaped) {
        text.append(escaped)
        rest.removeFirst()
        continue
      }
      guard character == "{" else {
        text.append(character)
        continue
      }
      if rest.first == "{" {
        text.append(rest.removeFirst())
        continue
      }
      guard let end = rest.firstIndex(of: "}"), end > rest.startIndex else {
        throw .usage(
          "--format has a { without a field and its }", hint: "for example: --format '{title} ({year})'")
      }
      pieces += [.text(text), .field(rest[..<end].split(separator: ".").map(String.init))]
      text = ""
      rest = rest[rest.index(after: end)...]
    }
    pieces.append(.text(text))
  }

  /// Shells pass `\t` on as two characters. A backslash before any other character stays.
  private static func escaped(_ character: Character) -> Character? {
    switch character {
    case "t": "\t"
    case "n": "\n"
    case "\\": "\\"
    default: nil
    }
  }

  /// The rows of a list, or the result itself if it is not a list. A title is one row, whatever lists it
  /// contains.
  package func lines(of result: JSONValue) throws(CommandError) -> [String] {
    let isTitle = result["media_type"] != nil
    let list =
      result["results"]
      ?? (isTitle ? nil : result.objectValue?.lazy.map(\.value).first { $0.arrayValue != nil })
    let rows = list?.arrayValue ?? [result]
    try expectFields(in: rows)
    return rows.map(filled)
  }

  /// One line for `object`, whatever lists it contains. Only its own fields must exist; fields within them
  /// may be missing.
  package func line(of object: JSONValue) throws(CommandError) -> String {
    for case .field(let path) in pieces where object[path.first ?? ""] == nil {
      throw Self.unknown(path, object)
    }
    return filled(object)
  }

  private func filled(_ row: JSONValue) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .field(let path): TerminalText.cleaned(Self.text(of: Self.value(row, path)))
      }
    }.joined()
  }

  /// A field that no row has is a typing error, which empty lines would hide.
  private func expectFields(in rows: [JSONValue]) throws(CommandError) {
    guard let first = rows.first else { return }
    for case .field(let path) in pieces where rows.allSatisfy({ Self.value($0, path) == nil }) {
      throw Self.unknown(path, first)
    }
  }

  private static func unknown(_ path: [String], _ row: JSONValue) -> CommandError {
    let names = (row.objectValue ?? []).map(\.name)
    let near = Spelling.nearest(to: path.first ?? "", among: names)
    return .usage(
      "--format: no row has a field \"\(path.joined(separator: "."))\"",
      hint: near.map { "did you mean {\($0)}?" } ?? "there are \(names.joined(separator: ", "))"
    ).corrected(path.first ?? "", near)
  }

  private static func value(_ row: JSONValue, _ path: [String]) -> JSONValue? {
    guard !path.isEmpty else { return row }
    // A name may contain dots itself, as `tmdb.key` among the settings.
    for count in path.indices.map({ $0 + 1 }) {
      let name = path[..<count].joined(separator: ".")
      if let inner = row[name], let value = value(inner, Array(path[count...])) { return value }
    }
    return nil
  }

  private static func text(of value: JSONValue?) -> String {
    switch value {
    case nil, .null?: ""
    case .string(let text)?: text
    case .array(let items)?: items.map { text(of: $0["name"] ?? $0) }.joined(separator: ", ")
    case let other?: other.text()
    }
  }
}
