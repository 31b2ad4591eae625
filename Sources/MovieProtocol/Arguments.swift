package import JSONRPC

/// A checked value of a parameter.
package enum ArgumentValue: Sendable, Equatable {
  case text(String)
  case integer(Int)
  case number(Double)
  case boolean(Bool)
  case texts([String])
  case json(JSONValue)

  package var json: JSONValue {
    switch self {
    case .text(let text): .string(text)
    case .integer(let number): .number(String(number))
    case .number(let number): .double(number)
    case .boolean(let flag): .bool(flag)
    case .texts(let texts): .array(texts.map { .string($0) })
    case .json(let value): value
    }
  }

  func write(into writer: inout JSONWriter) {
    switch self {
    case .text(let text): writer.string(text)
    case .integer(let number): writer.integer(number)
    case .number(let number): writer.double(number)
    case .boolean(let flag): writer.boolean(flag)
    case .texts(let texts): writer.array { writer in for text in texts { writer.string(text) } }
    case .json(let value): writer.value(value)
    }
  }

  package var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  package var integer: Int? {
    if case .integer(let number) = self { number } else { nil }
  }

  package var number: Double? {
    if case .number(let number) = self { number } else { nil }
  }

  package var boolean: Bool? {
    if case .boolean(let flag) = self { flag } else { nil }
  }

  package var texts: [String]? {
    if case .texts(let texts) = self { texts } else { nil }
  }
}

/// The parameters of one request, checked against the table: no handler sees a value outside its range.
package struct Arguments: Sendable {
  package let method: Method
  /// One for each parameter of the method, in its order; nil if it was not given and has no default.
  package private(set) var values: [ArgumentValue?]

  /// - Parameter params: the text of an object (by name) or of an array (by position); nil: none were given.
  package init(_ method: Method, params: Span<UInt8>?) throws(RPCError) {
    guard let params else {
      try self.init(method, params: .object([]))
      return
    }
    let tree: JSONValue
    do {
      tree = try JSONValue(parsing: params)
    } catch {
      throw RPCError(.invalidParams, .paramsNotJSON(error.reason))
    }
    try self.init(method, params: tree)
  }

  package init(_ method: Method, params: JSONValue) throws(RPCError) {
    self.method = method
    values = method.fallbacks
    switch params {
    case .object(let members): try read(members)
    case .array(let items): try read(items)
    default:
      throw RPCError(.invalidRequest, .paramsNotObject)
    }
    for (index, parameter) in method.parameters.enumerated()
    where parameter.isRequired && values[index] == nil {
      throw .parameter(
        parameter.name, .parameterMissing(MessageParameter(parameter.name)),
        expected: parameter.type.expectation, .example(example(of: parameter)))
    }
    try checkAlternatives()
  }

  private func checkAlternatives() throws(RPCError) {
    guard let first = method.alternatives.first else { return }
    let given = method.alternatives.filter(has)
    let names = method.alternatives.map { MessageParameter($0.name) }
    let expected =
      "\(names.dropLast().map(\.english).joined(separator: ", ")) or \(names.last?.english ?? "")"
    if given.count > 1 {
      throw .parameter(
        given[1].name, .parametersExclusive(MessageParameter(given[0].name), MessageParameter(given[1].name)),
        expected: expected, Advice(.leaveOneOut))
    }
    guard given.isEmpty else { return }
    let missing: Message =
      names.count > 2
      ? .oneOfThreeMissing(names[0], names[1], names[2]) : .oneOfTwoMissing(names[0], names[names.count - 1])
    throw .parameter(first.name, missing, expected: expected, .example(example(of: first)))
  }

  private func example(of parameter: Parameter) -> [JSONMember] {
    [JSONMember(parameter.name, method.example[parameter.name] ?? "…")]
  }

  private mutating func read(_ members: [JSONMember]) throws(RPCError) {
    var seen: UInt64 = 0
    for member in members {
      guard let index = method.names.firstIndex(of: member.name) else {
        throw unknown(member.name)
      }
      let bit = UInt64(1) << UInt64(index)
      guard seen & bit == 0 else {
        throw .parameter(
          member.name, .parameterRepeated(MessageParameter(member.name)), expected: "each parameter once",
          Advice(.leaveOneOut))
      }
      seen |= bit
      try set(index, member.value)
    }
  }

  private mutating func read(_ items: [JSONValue]) throws(RPCError) {
    let count = method.ownParameters.count
    guard items.count <= count else {
      let most = count == 0 ? "no parameters" : "at most \(count)"
      throw .parameter(
        String(count), count == 0 ? .noPositions(items.count) : .tooManyPositions(count, items.count),
        expected: most, Advice(.sendByName(method.commonParameters.map(\.name))))
    }
    for (index, item) in items.enumerated() { try set(index, item) }
  }

  private mutating func set(_ index: Int, _ value: JSONValue) throws(RPCError) {
    let parameter = method.parameters[index]
    // A null parameter counts as not given; only an id may itself be null.
    if case .null = value, !parameter.type.acceptsNull { return }
    guard let checked = parameter.type.check(value) else {
      throw .parameter(
        parameter.name,
        parameter.type.refusal(of: value, for: parameter.name, isSecret: parameter.type.isPrivate),
        expected: parameter.type.expectation, parameter.type.advice(for: value, of: parameter.name))
    }
    values[index] = checked
  }

  private func unknown(_ name: String) -> RPCError {
    let names = method.names
    let shown = Spelling.repeatable(name, among: names)
    return .parameter(
      shown ?? "params", shown.map { .noParameterNamed($0) } ?? .noSuchParameter,
      expected: names.joined(separator: ", "), .meant(name, among: names, else: Advice(.parametersAre(names)))
    )
  }
}

extension RPCError {
  /// `invalid_params`
  package static func parameter(
    _ name: String, _ text: Message, expected: String, _ advice: Advice? = nil
  ) -> RPCError {
    RPCError(
      .invalidParams, text, advice, details: ["param": .string(name), "expected": .string(expected)])
  }
}

extension Arguments {
  /// Fills in parameters that the request leaves to the settings.
  package mutating func fill(from value: (Setting) -> ArgumentValue?) {
    for (index, setting) in method.settings where values[index] == nil { values[index] = value(setting) }
  }

  /// The parameters that the result depends on, in the order of the table: the cache key of a result.
  package var canonical: [UInt8] {
    var writer = JSONWriter(reserving: 128)
    writer.array { writer in
      for index in method.shaping {
        if let value = values[index] { value.write(into: &writer) } else { writer.null() }
      }
    }
    return writer.bytes
  }

  /// The value of one of the method's own parameters. What is required is there: `init` has refused a request
  /// without it.
  package subscript<Value>(parameter: Param<Value>) -> Value { parameter.read(given(parameter)) }

  /// Whether it has a value: given, by default, or from a setting.
  package func has(_ parameter: Parameter) -> Bool { given(parameter) != nil }

  /// The members of titles that the answer is to have; nil: all.
  package var fields: Set<String>? {
    method.names.firstIndex(of: "fields").flatMap { values[$0]?.texts }.map(Set.init)
  }

  private func given(_ parameter: Parameter) -> ArgumentValue? {
    method.parameters.firstIndex { $0 === parameter }.flatMap { values[$0] }
  }
}

extension ParameterType {
  var acceptsNull: Bool {
    if case .requestID = self { true } else { false }
  }
}
