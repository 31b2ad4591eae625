package import JSONRPC
import MovieProtocol

/// `Protocol/openrpc.json`: the document that the daemon serves, with an example of each method from the
/// transcripts in place of one without a result.
package enum Examples {
  package static func document() throws -> JSONValue {
    let exchanges = try Transcripts.all().flatMap(Exchange.all)
    return OpenRPC.document().replacing("methods") { methods in
      .array(
        (methods.arrayValue ?? []).map { method in
          let name = method["name"]?.stringValue ?? ""
          guard let exchange = best(exchanges.filter { $0.method == name }, of: name) else { return method }
          return method.replacing("examples") { _ in [exchange.json] }
        })
    }
  }

  /// The same document without any examples.
  package static func without(_ document: JSONValue) -> JSONValue {
    document.replacing("methods") { methods in
      .array((methods.arrayValue ?? []).map { $0.replacing("examples") { _ in [] } })
    }
  }

  /// Preferred are results with rows, and the transcript that has the method's name.
  private static func best(_ exchanges: [Exchange], of method: String) -> Exchange? {
    let full = exchanges.filter { !$0.isEmpty }
    let own = full.filter { method.hasPrefix($0.transcript) }
    return own.first ?? full.first ?? exchanges.first
  }
}

/// A request of a transcript with its result.
private struct Exchange {
  /// `search` for `search.txt`
  var transcript: String
  var method: String
  var params: [JSONMember]
  var result: JSONValue

  static func all(_ transcript: Transcript) -> [Exchange] {
    var requests: [String: JSONValue] = [:]
    var exchanges: [Exchange] = []
    for (_, step) in transcript.steps {
      switch step {
      case .send(let text):
        guard let request = try? JSONValue(parsing: text), let id = request["id"]?.text() else { continue }
        requests[id] = request
      case .expect(let text):
        guard let reply = try? JSONValue(parsing: text), let result = reply["result"],
          result != "<openrpc.json>", let request = requests[reply["id"]?.text() ?? ""],
          let method = MethodTable.method(named: request["method"]?.stringValue ?? "")
        else { continue }
        // By position in some transcripts.
        let params = zip(method.ownParameters, request["params"]?.arrayValue ?? []).map {
          JSONMember($0.name, $1)
        }
        exchanges.append(
          Exchange(
            transcript: String(transcript.name.dropLast(4)), method: method.name,
            params: (request["params"]?.objectValue ?? params).filter { !$0.value.isNull }, result: result))
      default: break
      }
    }
    return exchanges
  }

  /// A list without rows shows nothing.
  var isEmpty: Bool { ["results", "entries"].contains { result[$0]?.arrayValue?.isEmpty == true } }

  var json: JSONValue {
    [
      "name": "example",
      "params": .array(
        params.map { ["name": .string($0.name), "value": Self.sample($0.value, named: $0.name)] }),
      "result": ["name": "result", "value": Self.sample(result, named: "")],
    ]
  }

  /// With a value for each placeholder, and at most three rows of a list.
  private static func sample(_ value: JSONValue, named name: String) -> JSONValue {
    switch value {
    case .object(let members):
      .object(members.map { JSONMember($0.name, sample($0.value, named: $0.name)) })
    case .array(let values): .array(values.prefix(3).map { sample($0, named: name) })
    case .string(let text) where text.hasPrefix("<files>"): .string("/home/you" + text.dropFirst(7))
    case .string(let text) where text.hasPrefix("<") && text.hasSuffix(">"):
      Placeholder(rawValue: String(text.dropFirst().dropLast())).map { sample($0, named: name) } ?? value
    default: value
    }
  }

  private static func sample(_ placeholder: Placeholder, named name: String) -> JSONValue {
    switch placeholder {
    case .pid: 4711
    case .versions: "0.1.0"
    case .instance: "5f3a9c21-1"
    case .incident, .rev: "5f3a9c21"
    case .times: name.hasSuffix("_at") ? "2026-11-21T09:30:00Z" : 5120
    case .days: "2026-11-21"
    case .ages: 5120
    case .waits: .null
    case .memory: 20_971_520
    case .path: "/home/you/file"
    case .hint: "a hint"
    case .text: ["id": "words", "args": ["words": "a hint"]]
    }
  }
}

extension JSONValue {
  /// An object with another value of the member `name`.
  fileprivate func replacing(_ name: String, _ change: (JSONValue) -> JSONValue) -> JSONValue {
    .object((objectValue ?? []).map { $0.name == name ? JSONMember(name, change($0.value)) : $0 })
  }
}
