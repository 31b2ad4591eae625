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
      .methodNotFound, .noMethodNamed(Spelling.shortened(name)),
      near.map { Advice(.didYouMean($0)) } ?? Advice(.seeMethods, .method(DiscoverMethod.method.name)),
      details: ["did_you_mean": near.map { .string($0) } ?? .null])
  }
}
