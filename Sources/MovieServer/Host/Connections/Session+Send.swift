import EventLoop
import JSONRPC
import MovieProtocol

extension Session {
  /// Answers the request whose id is at `id` in `message`; nil: a notification, which is never answered, not
  /// even with an error.
  func send(
    _ id: Range<Int>?, of message: Span<UInt8>, _ outcome: Result<Response, RPCError>, to target: ReplyTarget
  ) {
    guard let id else { return deliver(nil, in: target) }
    switch (outcome, target) {
    case (.failure(let error), _): refuse(id, of: message, error: error, to: target)
    case (.success(let response), .connection):
      write { Self.encode(message.extracting(id), response, into: &$0) }
    case (.success(let response), .batch):
      deliver(.result(id: Array(copying: message.extracting(id)), response), in: target)
    }
  }

  /// Answers with a cached result: the path nearly every answer takes. Its size is limited by
  /// `hasOutputRoom`, which is checked after each message.
  func send(_ id: Range<Int>?, of message: Span<UInt8>, _ result: EncodedResult, to target: ReplyTarget) {
    guard case .connection = target, framing.isNewline, let id, !isClosed else {
      return send(id, of: message, .success(.cached(result)), to: target)
    }
    Self.append(message.extracting(id), result, to: &stream.output)
    stream.setNeedsWrite()
  }

  /// One access to the stream's output for the whole line.
  private static func append(_ id: Span<UInt8>, _ result: EncodedResult, to output: inout [UInt8]) {
    splice(id, result, into: &output)
    output.append(UInt8(ascii: "\n"))
  }

  private static func splice(_ id: Span<UInt8>, _ result: EncodedResult, into bytes: inout [UInt8]) {
    let (cached, meta) = result.meta.age.map { aged(result, $0) } ?? (result.bytes, result.meta.bytes)
    if let drawn = result.drawn, let value = drawn.values.randomElement() {
      Reply.resultSplicing(
        id: id, first: drawn.name, value.span, cached: cached.span, meta: meta.span, into: &bytes)
    } else {
      Reply.resultSplicing(id: id, cached: cached.span, meta: meta.span, into: &bytes)
    }
  }

  private static func aged(
    _ result: EncodedResult, _ age: EncodedResult.Age
  ) -> (cached: [UInt8], meta: [UInt8]) {
    let now = Timestamp.now
    let cached = result.ages.isEmpty ? result.bytes : result.bytes.aged(result.ages, at: now)
    return (cached, result.meta.bytes.aged(CollectionOfOne(age), at: now))
  }

  /// Answers input that never became a request; without a readable id the answer has a null one.
  func refuse(
    _ id: Range<Int>? = nil, of message: Span<UInt8> = Span(), error: RPCError,
    to target: ReplyTarget = .connection
  ) {
    var answer: [UInt8] = []
    if let id {
      Reply.error(id: message.extracting(id), error, into: &answer)
    } else {
      Reply.error(id: nil, error, into: &answer)
    }
    deliver(.encoded(answer), in: target)
  }

  /// Not inlined, so that the path of a cached result stays short.
  @inline(never)
  private func deliver(_ answer: BatchReply.Answer?, in target: ReplyTarget) {
    guard !life.peerIsGone else { return }
    switch target {
    case .connection:
      if case .encoded(let answer)? = answer { write { $0.append(contentsOf: answer) } }
    case .batch(let batch, let slot):
      let isComplete = batches.fill(batch, slot, answer)
      // Before the rest is answered: it cannot be sent.
      guard batch.bytes <= server.limits.writeHardBytes else { return closeForBacklog() }
      guard isComplete else { return }
      if !batch.isEmpty { write { batch.append(to: &$0) } }
      writeEventsSoon()
    }
  }

  static func encode(_ id: Span<UInt8>, _ response: Response, into bytes: inout [UInt8]) {
    switch response {
    case .cached(let result): splice(id, result, into: &bytes)
    case .bytes(let result): Reply.result(id: id, into: &bytes, result.span)
    }
  }

  /// Queues one message; it leaves at the end of the turn, together with the others.
  private func write(_ body: (inout [UInt8]) -> Void) {
    guard !isClosed, !life.peerIsGone else { return }
    framing.append(to: &stream.output, body)
    didWrite()
  }

  /// A client that sends requests but does not read may hold `write_hard_bytes`, and only while it still
  /// reads some.
  private func didWrite() {
    stream.setNeedsWrite()
    guard waitingReplyBytes <= server.limits.writeHardBytes else { return closeForBacklog() }
  }

  private func closeForBacklog() { close(because: "backlog exceeds limits.write_hard_bytes") }

  func watchStall() {
    writeTimeout.start(at: stream.peerProgress, after: .milliseconds(server.limits.writeStallMilliseconds)) {
      self.checkStall()
    }
  }

  /// Restarts only when bytes were taken, so that new answers do not keep a dead reader connected.
  private func checkStall() {
    guard waitingReplyBytes > 0 else { return }
    guard !writeTimeout.hasStalled(at: stream.peerProgress) else {
      return close(because: "nothing read for limits.write_stall_ms")
    }
    watchStall()
  }
}
