import JSONRPC

/// A JSON value in a table.
enum Cell {
  /// An unknown or missing value is a dash.
  static func text(_ value: JSONValue?) -> String {
    switch value {
    case nil, .null?: "-"
    case .string(let text)?: text.isEmpty ? "-" : text
    case .bool(let flag)?: flag ? localized("yes") : localized("no")
    case let value?: value.text()
    }
  }
}
