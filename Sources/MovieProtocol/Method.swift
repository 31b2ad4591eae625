package import JSONRPC

/// One row of the method table: everything the daemon, the client and the documents say about a method.
///
/// Dispatch, validation, `rpc.discover`, `Protocol/openrpc.json`, `movierpc methods` and `movierpc describe`
/// are all made from these rows, so a name or a range is written down once.
package final class Method: Sendable {
  package let name: String
  /// Other names under which it is called.
  package let aliases: [String]
  /// One line, a sentence without a full stop, for lists.
  package let summary: String
  /// Whole sentences, for the description of a single method.
  package let description: String
  /// In the order of the contract; the common parameters follow the method's own.
  package let parameters: [Parameter]
  private let ownCount: Int
  /// The names only; every request with parameters is checked against them.
  let names: [String]
  /// The defaults only; every request starts with them.
  let fallbacks: [ArgumentValue?]
  /// Indices of the parameters that a setting fills in.
  let settings: [(index: Int, setting: Setting)]
  /// Indices of the parameters that the result depends on.
  let shaping: [Int]
  /// Made when it is used: a client that starts needs names and parameters only.
  package var result: Schema { makeResult() }
  private let makeResult: @Sendable () -> Schema
  /// A request gives one of these, and not two; empty: it has no such parameters.
  package let alternatives: [Parameter]
  /// Errors it may answer in addition to those of every method (see ``ErrorCatalogue``).
  package let errors: [RPCError.Kind]
  /// Example parameters, as a client would send them.
  package let example: JSONValue
  /// It takes the parameters of freshness and language, and the name by which a newer request replaces it.
  package let isAboutTitles: Bool

  /// - Parameters:
  ///   - alternatives: of `parameters`, those of which a request gives only one.
  ///   - aboutTitles: the methods marked with a degree sign in the contract, which also take
  ///     ``Parameter/ofTitles``.
  package init(
    _ name: String, _ summary: String, description: String, parameters: [Parameter] = [],
    alternatives: [Parameter] = [],
    aboutTitles: Bool = false, result: @autoclosure @escaping @Sendable () -> Schema,
    errors: [RPCError.Kind] = [], example: JSONValue = [:], aliases: [String] = []
  ) {
    (self.name, self.aliases, self.summary, self.description) = (name, aliases, summary, description)
    ownCount = parameters.count
    self.parameters = parameters + [.timeout] + (aboutTitles ? Parameter.ofTitles : [])
    isAboutTitles = aboutTitles
    names = self.parameters.map(\.name)
    fallbacks = self.parameters.map(\.fallback)
    settings = self.parameters.enumerated().compactMap { index, parameter in
      parameter.setting.map { (index, $0) }
    }
    shaping = self.parameters.indices.filter { [parameters = self.parameters] in
      !parameters[$0].isAboutHandling
    }
    self.alternatives = alternatives
    makeResult = result
    self.errors =
      (aboutTitles
        ? [.notFound, .forbidden, .storageError, .upstreamUnavailable, .upstreamUnauthorized, .rateLimited]
        : [])
      + errors
    self.example = example
  }

  /// The method's own parameters, in the order they have by position.
  package var ownParameters: ArraySlice<Parameter> { parameters.prefix(ownCount) }

  /// Those shared with other methods. They go by name only: a new parameter of the method's own moves nothing.
  package var commonParameters: ArraySlice<Parameter> { parameters.dropFirst(ownCount) }

  package func parameter(named name: String) -> Parameter? {
    parameters.first { $0.name == name }
  }
}

/// A method as a type: its parameters are static members of it, by which a handler reads them.
///
///     enum SuggestMethod: RPCMethod {
///       static let limit = Param("limit", .integer(1...20), default: 10, "Maximum number of titles.")
///       static let method = Method("suggest", ..., parameters: [limit], ...)
///     }
package protocol RPCMethod {
  static var method: Method { get }
}
