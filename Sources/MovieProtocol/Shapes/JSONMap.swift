package import JSONRPC

/// An object whose names are data, in their order.
package struct JSONMap<Value: JSONConvertible>: JSONCollection {
  package let members: [(name: String, value: Value)]

  package init(_ members: [(name: String, value: Value)] = []) { self.members = members }

  package func write(into writer: inout JSONWriter) {
    writer.object { writer in
      for (name, value) in members {
        writer.name(name)
        value.write(into: &writer)
      }
    }
  }

  package static func schema(_ about: String, each: String) -> Schema { .map(Value.schema(each), about) }
}
