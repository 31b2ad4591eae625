package import JSONRPC

/// Every method of this version, in the order the documents list them.
package enum MethodTable {
  package static let all = Capability.all.flatMap(\.methods)

  package static func method(named name: String) -> Method? {
    all.first { $0.name == name }
  }

  /// `method_not_found`, suggesting the method that was probably meant.
  package static func unknown(_ name: String) -> RPCError {
    let near = Spelling.nearest(to: name, among: all.map(\.name))
    return RPCError(
      .methodNotFound, "there is no method \"\(Spelling.shortened(name))\"",
      hint: near.map { "did you mean \($0)?" } ?? "movierpc methods lists them",
      details: ["did_you_mean": near.map { .string($0) } ?? .null])
  }
}
