package import JSONRPC

/// The OpenRPC document made from the method table: the answer of `rpc.discover` and the content of
/// `Protocol/openrpc.json` (https://spec.open-rpc.org/#openrpc-document).
package enum OpenRPC {
  package static func document() -> JSONValue {
    [
      "openrpc": "1.3.2",
      "info": [
        "title": "movierpc",
        "version": .string(Version.program),
        "description": .string(
          "A movie service for the desktop: newline-delimited JSON-RPC 2.0 over a Unix domain socket. "
            + "Parameters go by name; those without x-byNameOnly may also be sent by position."),
        "license": ["name": "MIT"],
      ],
      "methods": .array(MethodTable.all.map(describe)),
      "components": [
        "schemas": .object(
          namedSchemas.map { JSONMember($0.name, $0.json) }),
        "errors": .object(
          RPCError.Kind.all.map { JSONMember($0.name, error($0)) }),
      ],
      "x-topics": TopicTable.json,
      "x-event": ["name": "event", "params": TopicTable.event.json],
      "x-errors": .array(
        RPCError.Kind.all.map {
          ["name": .string($0.name), "code": .integer($0.code), "data": ErrorCatalogue.data($0).json]
        }),
      "x-settings": .array(Setting.all.map(describe)),
      "x-certifications": Certifications.json,
    ]
  }

  package static func describe(_ method: Method) -> JSONValue {
    let document: JSONValue = [
      "name": .string(method.name),
      "summary": .string(method.summary),
      "description": .string(method.description),
      // Its capability.
      "tags": .array(Capability.of(method).map { [["name": .string($0.name)]] } ?? []),
      // The common ones have no position, and "either" would give them one.
      "paramStructure": "by-name",
      "params": .array(
        method.ownParameters.map { .object(describe($0)) }
          + method.commonParameters.map { .object(describe($0) + [JSONMember("x-byNameOnly", true)]) }),
      "result": result(of: method),
      "errors": .array(
        (method.errors + ErrorCatalogue.common).map {
          ["$ref": .string("#/components/errors/" + $0.name)]
        }),
      "examples": [
        [
          "name": "example",
          "params": .array(
            (method.example.objectValue ?? []).map { ["name": .string($0.name), "value": $0.value] }),
        ]
      ],
    ]
    guard !method.alternatives.isEmpty else { return document }
    let alternatives: JSONValue = [
      "params": .array(method.alternatives.map { .string($0.name) })
    ]
    return document.adding([JSONMember("x-oneOf", alternatives)])
  }

  private static func result(of method: Method) -> JSONValue {
    let result: JSONValue = ["name": "result", "schema": method.result.json]
    guard method.parameter(named: "fields") != nil else { return result }
    return result.adding([
      JSONMember(
        "description",
        .string(
          "With `fields`, each title has only the members that the request names, and its key: a shape with "
            + "x-requiredWithFields then requires these members, in place of `required`."))
    ])
  }

  private static func describe(_ parameter: Parameter) -> [JSONMember] {
    let fallback = parameter.fallback.map { [JSONMember("default", $0.json)] } ?? []
    return [
      JSONMember("name", .string(parameter.name)),
      JSONMember("summary", .string(parameter.summary)),
      JSONMember("required", .bool(parameter.isRequired)),
      JSONMember("schema", NamedChoices.json(parameter.type).adding(fallback)),
    ]
  }

  /// Enough for a screen that shows and changes any setting.
  private static func describe(_ setting: Setting) -> JSONValue {
    var schema = setting.schema.objectValue ?? []
    if let fallback = setting.fallback { schema.append(JSONMember("default", fallback.json)) }
    return [
      "name": .string(setting.name),
      "summary": .string(setting.summary),
      "settable": .string(setting.permission.rawValue),
      "secret": .bool(setting.isSecret),
      "schema": .object(schema),
    ]
  }

  private static func error(_ kind: RPCError.Kind) -> JSONValue {
    [
      "code": .number(String(kind.code)),
      "message": .string(ErrorCatalogue.meaning(kind)),
      "data": ["kind": .string(kind.name)],
    ]
  }

  /// Of all results, states and errors, each once.
  private static let namedSchemas: [Schema.NamedSchema] = {
    var seen: Set<String> = []
    let schemas =
      MethodTable.all.map(\.result) + TopicTable.all.map(\.state) + [TopicTable.event]
      + RPCError.Kind.all.map(ErrorCatalogue.data)
    return (schemas.flatMap(\.namedSchemas) + NamedChoices.all).filter { seen.insert($0.name).inserted }
  }()
}
