// libFuzzer target, see https://llvm.org/docs/LibFuzzer.html. Built together with RESPReader.swift by run.sh.

private let maxBytes = 200

/// The replies in a stream, and whether it was refused after them.
private struct Found: Equatable {
  var replies: [RESPValue] = []
  var isRefused = false

  /// False: nothing can be read any more.
  mutating func take(_ reader: inout RESPReader) -> Bool {
    do throws(RESPError) {
      while let reply = try reader.next() {
        check(reply, depth: 0)
        replies.append(reply)
      }
      return true
    } catch {
      precondition(!error.reason.isEmpty)
      isRefused = true
      return false
    }
  }
}

/// No reply is larger than the reader allows.
private func check(_ reply: RESPValue, depth: Int) {
  switch reply {
  case .bytes(let bytes): precondition(bytes.count <= maxBytes)
  // What is not UTF-8 is replaced, by three bytes each.
  case .text(let line), .error(let line): precondition(line.utf8.count <= 3 * (RESPReader.maxLine + 1))
  case .array(let elements):
    precondition(elements.count <= RESPReader.maxElements && depth < RESPReader.maxDepth)
    for element in elements { check(element, depth: depth + 1) }
  case .integer, .null: break
  }
}

private func inPieces(_ stream: Span<UInt8>, of size: Int) -> Found {
  var found = Found()
  var reader = RESPReader(maxBytes: maxBytes)
  var start = 0
  while start < stream.count {
    let end = min(stream.count, start + size)
    reader.feed(stream.extracting(start..<end))
    guard found.take(&reader) else { break }
    start = end
  }
  return found
}

/// The first byte is the size of the pieces, the rest is the stream.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRESP(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = UnsafeBufferPointer(start: start, count: start == nil ? 0 : count)
  guard let first = input.first else { return 0 }
  let stream = UnsafeBufferPointer(rebasing: input.dropFirst()).span
  let whole = inPieces(stream, of: max(1, stream.count))
  precondition(inPieces(stream, of: 1 + Int(first)) == whole, "pieces matter")
  precondition(inPieces(stream, of: 1) == whole, "pieces matter")
  return 0
}
