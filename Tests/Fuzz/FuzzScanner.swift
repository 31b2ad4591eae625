// libFuzzer target, see https://llvm.org/docs/LibFuzzer.html. Built together with Sources/JSONRPC by run.sh.

private let scanner = EnvelopeScanner(
  limits: EnvelopeLimits(depth: JSONSyntax.deepest, methodBytes: 20, idBytes: 20, batchItems: 5))

/// What the scanner says of a request must be what the tree says, by another way.
private func check(_ scanned: ScannedMessage, _ message: Span<UInt8>, _ value: JSONValue) {
  switch scanned {
  case .request(let envelope):
    precondition(value["jsonrpc"] == "2.0")
    precondition(value["method"]?.stringValue == envelope.methodName(in: message))
    precondition(envelope.method.count <= 20)
    precondition(tree(message, envelope.id) == value["id"])
    precondition(tree(message, envelope.params) ?? .null == value["params"] ?? .null)
    for name in ["jsonrpc", "id", "method", "params"] {
      precondition(value.objectValue?.filter { $0.name == name }.count ?? 0 <= 1)
    }
  case .fault(let fault, let id):
    if let id = tree(message, id) { precondition(value.objectValue?.contains { $0.value == id } == true) }
    if case .syntax = fault { preconditionFailure("refused what is JSON") }
    var bytes: [UInt8] = []
    if let id {
      Reply.error(id: message.extracting(id), fault.error, into: &bytes)
    } else {
      Reply.error(id: nil, fault.error, into: &bytes)
    }
    precondition(JSONSyntax.validate(bytes.span) == nil)
  case .batch: preconditionFailure("a batch within a batch")
  }
}

private func tree(_ message: Span<UInt8>, _ range: Range<Int>?) -> JSONValue? {
  guard let range else { return nil }
  do throws(JSONSyntaxError) {
    return try JSONValue(parsing: message.extracting(range))
  } catch {
    preconditionFailure("a part is no JSON")
  }
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzScanner(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let message = UnsafeBufferPointer(start: start, count: start == nil ? 0 : count).span
  let scanned = scanner.scan(message)
  let error = JSONSyntax.validate(message)
  guard let value = try? JSONValue(parsing: message) else {
    switch (scanned, error?.problem) {
    case (.fault(.limit("depth", _, _), _), .depth): break
    case (.fault(.syntax(let offset), nil), _) where offset == error?.offset: break
    default: preconditionFailure("scanner and tree do not agree on what is JSON")
    }
    return 0
  }
  precondition(error == nil)
  if case .batch(let items) = scanned {
    precondition((1...5).contains(items.count) && value.arrayValue?.count == items.count)
    for (index, item) in items.enumerated() {
      precondition(tree(message, item) == value[index])
      check(scanner.scanItem(message, item), message, value[index] ?? .null)
    }
  } else {
    check(scanned, message, value)
  }
  // What is written is read back as the same, on one line.
  var writer = JSONWriter()
  writer.value(value)
  precondition(!writer.bytes.contains(.newline))
  guard let read = try? JSONValue(parsing: writer.bytes.span), read == value else {
    preconditionFailure("written otherwise than read")
  }
  _ = value.intValue
  _ = value[0]?.intValue
  return 0
}
