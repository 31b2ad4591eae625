package import JSONRPC
package import MovieProtocol

/// Checks results against the schemas of the method table.
package struct SchemaCheck {
  private var isSelective = false

  /// Every mismatch between a reply and the method's schema, including extra and missing members; [] if there
  /// is none.
  ///
  /// - Parameter isSelective: the request has `fields`, which choose members of titles.
  package static func faults(
    in reply: JSONValue, of method: Method, isSelective: Bool = false
  ) -> [String] {
    if let error = reply["error"] { return faults(inError: error, of: method) }
    guard let result = reply["result"] else { return ["neither result nor error"] }
    return SchemaCheck(isSelective: isSelective).faults(result, method.result, "result")
  }

  /// The same for an `event`.
  package static func faults(inEvent event: JSONValue) -> [String] {
    let shape = Schema.object([
      .init("jsonrpc", .text("")), .init("method", .text("")), .init("params", TopicTable.event),
    ])
    let params = event["params"] ?? .null
    let faults = faults(inState: params["data"], of: params["topic"]?.stringValue)
    // Of many alternatives it only tells how many fit.
    return faults.isEmpty ? SchemaCheck().faults(event, shape, "event") : faults
  }

  private static func faults(inState state: JSONValue?, of name: String?) -> [String] {
    guard let name, let topic = TopicTable.topic(named: name) else {
      return ["unknown topic \(name ?? "null")"]
    }
    return SchemaCheck().faults(state ?? .null, topic.state, name)
  }

  private static func faults(inError error: JSONValue, of method: Method) -> [String] {
    guard let kind = error["data"]?["kind"]?.stringValue else { return ["error.data.kind is missing"] }
    guard let known = RPCError.Kind.all.first(where: { $0.name == kind }) else {
      return ["unknown kind \(kind)"]
    }
    var faults: [String] = []
    if error["code"]?.intValue != known.code {
      faults.append("\(kind) has code \(error["code"]?.text() ?? "none")")
    }
    if error["data"]?["hint"] == nil { faults.append("error.data.hint is missing") }
    if error["message"]?.stringValue?.isEmpty != false { faults.append("error.message is empty") }
    if !(method.errors + ErrorCatalogue.common + ErrorCatalogue.framing).contains(known) {
      faults.append("\(method.name) does not declare \(kind)")
    }
    return faults + SchemaCheck().faults(error["data"] ?? .null, ErrorCatalogue.data(known), "data")
  }

  private func faults(_ value: JSONValue, _ schema: Schema, _ path: String) -> [String] {
    switch (schema, value) {
    case (.text, .string), (.choice, .string), (.boolean, .bool), (.number, .number): return []
    case (.pattern(let pattern, _), .string(let text)):
      let expression = try? Regex(pattern)
      return expression.flatMap { text.firstMatch(of: $0) } == nil
        ? ["\(path): \(text) is not \(pattern)"] : []
    case (.date, .string(let text)): return Day(text) == nil ? ["\(path): \(text) is no date"] : []
    case (.time, .string(let text)):
      let isTime = Timestamp(text)?.text == text
      return isTime ? [] : ["\(path): \(text) is no time"]
    case (.only(let words, _), .string(let text)):
      return words.contains(text) ? [] : ["\(path): \(text) is none of \(words)"]
    case (.other(let pattern, _), .string):
      return faults(value, .pattern(pattern, ""), path).isEmpty ? ["\(path): \(value) is \(pattern)"] : []
    case (.constant(let word, _), .string(let text)):
      return text == word ? [] : ["\(path): \(text) is not \(word)"]
    case (.oneOf(let schemas, _), _):
      let fitting = schemas.count { faults(value, $0, path).isEmpty }
      return fitting == 1 ? [] : ["\(path): \(value.text()) fits \(fitting) alternatives"]
    case (.integer, .number): return value.intValue == nil ? ["\(path): \(value.text()) is no integer"] : []
    case (.optional, .null): return []
    case (.optional(let wrapped), _): return faults(value, wrapped, path)
    case (.named(let named), _) where isSelective && !named.choosable.isEmpty:
      let chosen = named.fields.filter { !named.choosable.contains($0.name) || value[$0.name] != nil }
      return faults(value, .object(chosen), path)
    case (.named(let named), _) where named.name == "ErrorData":
      // With the members of its kind.
      let kind = RPCError.Kind.all.first { value["kind"] == .string($0.name) }
      return faults(value, kind.map(ErrorCatalogue.data) ?? named.schema, path)
    case (.named(let named), _): return faults(value, named.schema, path)
    case (.list(let item, _), .array(let values)):
      return values.enumerated().flatMap { faults($1, item, "\(path)[\($0)]") }
    case (.map(let item, _), .object(let members)):
      return members.flatMap { faults($0.value, item, "\(path).\($0.name)") }
    case (.record(let fields, let patterns, let others, _), .object(let members)):
      return members.flatMap { member in
        let field =
          fields.first { $0.name == member.name }
          ?? patterns.first { faults(.string(member.name), .pattern($0.name, ""), path).isEmpty }
        return faults(member.value, field?.schema ?? others, "\(path).\(member.name)")
      }
    case (.anyObject, .object), (.any, _): return []
    case (.object(let fields), .object(let members)):
      let extra = members.map(\.name).filter { name in !fields.contains { $0.name == name } }
      let missing = fields.filter { $0.isRequired && value[$0.name] == nil }.map(\.name)
      return extra.map { "\(path).\($0) is not in the schema" } + missing.map { "\(path).\($0) is missing" }
        + fields.flatMap { field in
          value[field.name].map { faults($0, field.schema, "\(path).\(field.name)") } ?? []
        }
    default: return ["\(path): \(value.text()) is not what the schema says"]
    }
  }
}

extension Schema.NamedSchema {
  /// The fields that a reply to a request with `fields` may leave out.
  fileprivate var choosable: Set<String> { parts.reduce(selectable) { $0.union($1.choosable) } }
}
