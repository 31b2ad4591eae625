/// Appends one [response object](https://www.jsonrpc.org/specification#response_object), without framing.
/// `id` is the request's as received; nil is written as null.
package enum Reply {
  /// `result`: one compact JSON object.
  package static func result(id: Span<UInt8>?, into bytes: inout [UInt8], _ result: Span<UInt8>) {
    begin(id, ",\"result\":", &bytes)
    bytes.append(copying: result)
    bytes.append(.closeBrace)
  }

  /// The result is `cached`, an encoded object, with `meta`, a JSON value, added as the last member.
  package static func resultSplicing(
    id: Span<UInt8>?, cached: Span<UInt8>, meta: Span<UInt8>, into bytes: inout [UInt8]
  ) {
    // The first of a turn has no memory yet: taken at once, it does not grow with each part.
    if bytes.isEmpty { bytes.reserveCapacity(cached.count + meta.count + (id?.count ?? 0) + 64) }
    begin(id, ",\"result\":", &bytes)
    if cached.count > 2 {
      bytes.append(copying: cached.extracting(0..<cached.count - 1))
      bytes.append(",\"meta\":")
    } else {
      bytes.append("{\"meta\":")
    }
    bytes.append(copying: meta)
    bytes.append("}}")
  }

  /// The same with `value`, a JSON value, as a member before those of `cached`.
  package static func resultSplicing(
    id: Span<UInt8>?, first name: StaticString, _ value: Span<UInt8>, cached: Span<UInt8>, meta: Span<UInt8>,
    into bytes: inout [UInt8]
  ) {
    begin(id, ",\"result\":{\"", &bytes)
    bytes.append(name)
    bytes.append("\":")
    bytes.append(copying: value)
    bytes.append(.comma)
    if cached.count > 2 {
      bytes.append(copying: cached.extracting(1..<cached.count - 1))
      bytes.append(.comma)
    }
    bytes.append("\"meta\":")
    bytes.append(copying: meta)
    bytes.append("}}")
  }

  package static func error(id: Span<UInt8>?, _ error: RPCError, into bytes: inout [UInt8]) {
    begin(id, ",\"error\":", &bytes)
    var writer = JSONWriter()
    error.write(into: &writer)
    bytes.append(contentsOf: writer.bytes)
    bytes.append(.closeBrace)
  }

  private static func begin(_ id: Span<UInt8>?, _ member: StaticString, _ bytes: inout [UInt8]) {
    bytes.append("{\"jsonrpc\":\"2.0\",\"id\":")
    if let id { bytes.append(copying: id) } else { bytes.append("null") }
    bytes.append(member)
  }
}
