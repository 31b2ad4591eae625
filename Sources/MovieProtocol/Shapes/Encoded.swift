package import JSONRPC

/// A value that was encoded before.
package struct Encoded<Value: JSONConvertible>: JSONConvertible, Equatable {
  package let bytes: ArraySlice<UInt8>

  package init(bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  package init(_ value: Value, reserving capacity: Int) {
    var writer = JSONWriter(reserving: capacity)
    value.write(into: &writer)
    // Copied, because the writer's spare capacity would be stored as well.
    bytes = Array(copying: writer.bytes.span)[...]
  }

  package func write(into writer: inout JSONWriter) { writer.raw(bytes.span) }
  package static func schema(_ about: String) -> Schema { Value.schema(about) }
}
