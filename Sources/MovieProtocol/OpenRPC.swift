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
        "description":
          "A movie service for the desktop: newline-delimited JSON-RPC 2.0 over a Unix domain socket.",
        "license": ["name": "MIT"],
      ],
      "methods": .array(MethodTable.all.map(describe)),
      "components": [
        "schemas": .object(
          namedSchemas.map { JSONMember($0.name, $0.schema.json) }),
        "errors": .object(
          RPCError.Kind.all.map { JSONMember($0.name, error($0)) }),
      ],
      "x-topics": TopicTable.json,
      "x-certifications": Certifications.json,
    ]
  }

  package static func describe(_ method: Method) -> JSONValue {
    [
      "name": .string(method.name),
      "summary": .string(method.summary),
      "description": .string(method.description),
      "paramStructure": "either",
      "params": .array(method.parameters.map(describe)),
      "result": ["name": "result", "schema": method.result.json],
      "errors": .array(
        (method.errors + ErrorCatalogue.common).map { ["$ref": .string("#/components/errors/" + $0.name)] }),
      "examples": [
        [
          "name": "example",
          "params": .array(
            (method.example.objectValue ?? []).map { ["name": .string($0.name), "value": $0.value] }),
        ]
      ],
    ]
  }

  private static func describe(_ parameter: Parameter) -> JSONValue {
    var schema = parameter.type.json.objectValue ?? []
    if let fallback = parameter.fallback { schema.append(JSONMember("default", fallback.json)) }
    return [
      "name": .string(parameter.name),
      "summary": .string(parameter.summary),
      "required": .bool(parameter.isRequired),
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

  /// Of all results and states, each once.
  private static let namedSchemas: [Schema.NamedSchema] = {
    var seen: Set<String> = []
    let schemas = MethodTable.all.map(\.result) + TopicTable.all.map(\.state)
    return schemas.flatMap(\.namedSchemas).filter { seen.insert($0.name).inserted }
  }()
}
