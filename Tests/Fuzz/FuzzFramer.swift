// libFuzzer target, see https://llvm.org/docs/LibFuzzer.html. Built together with Sources/JSONRPC by run.sh.

/// What a framer found, in a form that does not depend on how the stream was cut.
private struct Found: Equatable {
  var messages: [[UInt8]] = []
  /// For each message over the limit, how many messages came before it.
  var tooLong: [Int] = []
  var isBroken = false

  mutating func take(_ event: FrameEvent, _ bytes: Span<UInt8>) {
    switch event {
    case .message:
      var message: [UInt8] = []
      message.append(copying: bytes)
      messages.append(message)
    case .tooLong(let got):
      precondition(got > limit)
      tooLong.append(messages.count)
    case .brokenHeader:
      precondition(!isBroken)
      isBroken = true
    }
  }
}

private let limit = 40

private func whole(_ stream: Span<UInt8>) -> Found {
  var found = Found()
  var framer = Framer(maxLength: limit)
  framer.feed(stream) { event, bytes in
    found.take(event, bytes)
    return .goOn
  }
  framer.finish { event, bytes in
    found.take(event, bytes)
    return .goOn
  }
  precondition(framer.bufferedBytes == 0)
  return found
}

/// The same stream in pieces, with stops, both decided by `choices`.
private func inPieces(_ stream: Span<UInt8>, choices seed: UInt64) -> Found {
  var choices = seed | 1
  func next(_ count: UInt64) -> Int {
    // xorshift64, https://www.jstatsoft.org/article/view/v008i14
    choices ^= choices << 13
    choices ^= choices >> 7
    choices ^= choices << 17
    return Int(choices % count)
  }
  var found = Found()
  var framer = Framer(maxLength: limit)
  var start = 0
  var mayStop = next(2) == 0
  func receive(_ event: FrameEvent, _ bytes: Span<UInt8>) -> FrameFlow {
    found.take(event, bytes)
    return mayStop && next(3) == 0 ? .stop : .goOn
  }
  while start < stream.count {
    let end = min(stream.count, start + 1 + next(20))
    framer.feed(stream.extracting(start..<end), receive)
    start = end
    if next(3) == 0 { framer.resume(receive) }
    if !mayStop { precondition(framer.bufferedBytes <= ContentLengthHeader.maxBytes) }
  }
  framer.finish(receive)
  mayStop = false
  framer.resume(receive)
  precondition(framer.bufferedBytes == 0)
  return found
}

/// The first eight bytes choose pieces and stops, the rest is the stream.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFramer(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = UnsafeBufferPointer(start: start, count: start == nil ? 0 : count)
  let seed = input.prefix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
  let stream = UnsafeBufferPointer(rebasing: input.dropFirst(8)).span
  let expected = whole(stream)
  precondition(inPieces(stream, choices: seed) == expected, "pieces matter")
  precondition(inPieces(stream, choices: ~seed) == expected, "pieces matter")
  return 0
}
