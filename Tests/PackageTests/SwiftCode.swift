import TestSupport

/// The words of a source file, without those in comments and in literals.
struct SwiftCode {
  let lines: [Substring]

  init(_ path: String) {
    var text = TemporaryFolder.read(path)
    text.replace(/"""(?s:.*?)"""/, with: "\"\"")
    text.replace(/"(?:\\.|[^"\\\n])*"/, with: "\"\"")
    text.replace(/\/\/[^\n]*/, with: "")
    lines = text.split(separator: "\n")
  }

  var words: Set<Substring> {
    Set(lines.flatMap { $0.split { !$0.isLetter && !$0.isNumber && $0 != "_" } })
  }

  /// What follows a dot: `profiles` and `all` in `server.profiles.all`.
  var members: Set<Substring> { Set(lines.flatMap { $0.matches(of: /\.([a-z]\w*)/).map(\.output.1) }) }

  /// What the file asks the server for: `profiles` in `call.server.profiles.all`.
  var askedOfServer: Set<Substring> {
    Set(lines.flatMap { $0.matches(of: /\bserver\??\.([a-z]\w*)/).map(\.output.1) })
  }

  /// The types that other files may name.
  var types: Set<Substring> {
    let words = #/^(?:(?:package|final|indirect|@\w+) )*(?:class|struct|enum|actor|protocol|typealias) (\w+)/#
    return Set(lines.compactMap { $0.firstMatch(of: words)?.output.1 })
  }

  /// What the file adds to `type`, which another file may call by its name.
  func members(of type: String) -> Set<Substring> {
    let body = lines.drop { $0 != "extension \(type) {" }.dropFirst().prefix { !$0.hasPrefix("}") }
    return Set(body.compactMap { $0.firstMatch(of: /^  (?:static )?(?:var|func|let) (\w+)/)?.output.1 })
  }
}
