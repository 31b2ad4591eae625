import JSONRPC

extension JSONValue {
  /// The names of the members of an object that say something.
  ///
  /// - Parameter known: without these.
  func fields(besides known: Set<String>) -> [String] {
    (objectValue ?? []).filter { !known.contains($0.name) && $0.value.saysSomething }.map(\.name)
  }

  /// Nil if it is no text, or nothing of it can be seen.
  var visibleText: String? { stringValue.flatMap { $0.isBlank ? nil : $0 } }

  private var saysSomething: Bool {
    switch self {
    case .null: false
    case .string(let text): !text.isBlank
    case .array(let items): !items.isEmpty
    case .object(let members): !members.isEmpty
    case .bool, .number: true
    }
  }
}
