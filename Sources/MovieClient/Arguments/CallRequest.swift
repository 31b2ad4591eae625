import JSONRPC
import MovieProtocol

/// A request as one line on the wire.
package enum CallRequest {
  /// The longest text read from standard input: the maximum line length that a daemon can be configured to
  /// accept.
  package static let maxInputLength = 16 << 20

  /// - Parameters:
  ///   - id: a number, so that replies can be matched.
  ///   - params: checked JSON; nil: none are sent.
  package static func line(id: Int, method: String, params: [UInt8]?) -> [UInt8] {
    var writer = JSONWriter(reserving: method.utf8.count + (params?.count ?? 0) + 64)
    writer.object {
      $0.member("jsonrpc", "2.0")
      $0.member("id", id)
      $0.member("method", method)
      if let params { $0.member("params", raw: params) }
    }
    return writer.bytes + [.newline]
  }

  /// The parameters as checked JSON, nil if there are none.
  ///
  /// - Parameter readInput: reads standard input to its end; called at most once, and only for `-`.
  package static func params(
    of call: CallArguments, readInput: () throws(CommandError) -> [UInt8]
  ) throws(CommandError) -> [UInt8]? {
    switch call.params {
    case .none: return nil
    case .text(let text):
      return try CheckedJSON.line(
        Array(text.utf8), what: "PARAMS",
        hint: "put JSON in single quotes, or use pairs: \(example(call.method))")
    case .standardInput: return try params(fromInput: try readInput(), method: call.method)
    case .pairs(let pairs): return try object(pairs, method: call.method)
    }
  }

  private static func params(fromInput text: [UInt8], method: String) throws(CommandError) -> [UInt8] {
    guard let first = text.first(where: { !$0.isBlank }) else {
      throw .usage("standard input is empty", hint: "without parameters: movierpc call \(method)")
    }
    guard first.opensBracket || first == UInt8(ascii: "<") else {
      throw .usage("standard input must be a JSON object or array", hint: "for example: {\"q\":\"dune\"}")
    }
    return try CheckedJSON.line(text, what: localized("standard input"))
  }

  private static func object(_ pairs: [Pair], method name: String) throws(CommandError) -> [UInt8] {
    let method = MethodTable.method(named: name)
    var values: [(name: String, json: [UInt8])] = []
    for pair in pairs {
      values.append((pair.name, try pair.json(for: method?.parameter(named: pair.name))))
    }
    var writer = JSONWriter()
    writer.object {
      for value in values {
        $0.name(value.name)
        $0.raw(value.json)
      }
    }
    return writer.bytes
  }

  private static func example(_ method: String) -> String {
    MethodTable.method(named: method).map(MethodExample.pairs) ?? "movierpc call search q=dune"
  }
}
