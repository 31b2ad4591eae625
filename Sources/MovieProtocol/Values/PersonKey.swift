package import JSONRPC

/// Identifies a person everywhere: `person/525`, with TMDB's number.
package struct PersonKey: Sendable, Hashable {
  package let id: Int

  package init(_ id: Int) { self.id = id }

  /// Nil for any other spelling.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0] == "person", let id = TitleKey.number(parts[1]) else { return nil }
    self.id = id
  }

  /// TMDB's number alone, as it is typed.
  package init?(number text: String) {
    guard let id = TitleKey.number(text[...]) else { return nil }
    self.id = id
  }

  package var text: String { "person/\(id)" }
}

extension PersonKey: CustomStringConvertible {
  package var description: String { text }
}

extension PersonKey: JSONReadable {
  package func write(into writer: inout JSONWriter) { writer.string("person/", id) }
  package static func schema(_ about: String) -> Schema { .text(about) }

  package init?(json: JSONValue) {
    guard let text = json.stringValue else { return nil }
    self.init(text)
  }
}
