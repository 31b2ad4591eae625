/// Cuts a byte stream into messages: a pure value, no I/O.
///
/// A message that is complete in the given bytes is lent to the receiver without a copy; the beginning of an
/// unfinished one is buffered, at most `maxLength` bytes plus the bytes of one `feed`, and its bytes are not
/// searched again. With nothing buffered it holds no memory.
///
/// Blanks and line ends before a message are skipped, so a message begins with its first non-blank byte, and
/// blank lines are not messages. The receiver must not use the framer that calls it (exclusive access).
package struct Framer {
  /// The state of the stream at the next byte.
  private enum Place {
    case between, line, overlongLine, header, broken
    case body(length: Int)
    case overlongBody(left: Int)
  }

  /// In bytes, without line end and headers.
  package let maxLength: Int
  /// Nil before the first non-blank byte.
  package private(set) var framing: Framing?
  /// How many bytes have been searched for a line end since the beginning; for tests.
  package private(set) var examinedBytes: UInt64 = 0

  private var place = Place.between
  private var header = ContentLengthHeader()
  /// Unless stopped, all of `kept[start...]` belongs to one unfinished line or body and was searched already.
  private var kept: [UInt8] = []
  private var start = 0
  private var isStopped = false
  private var isAtEnd = false

  package init(maxLength: Int) { self.maxLength = maxLength }

  /// Some bytes of an unfinished message, or of its header, were seen. False while stopped: whether the
  /// buffered bytes end within a message is then not known yet.
  package var isMidMessage: Bool {
    switch place {
    case .between, .broken: false
    case .line, .overlongLine, .header, .body, .overlongBody: !isStopped
    }
  }

  package var bufferedBytes: Int { kept.count - start }

  /// Takes bytes that were read and passes on the messages that end in them, in order. When `receive` returns
  /// `.stop`, the rest is buffered, and so is everything fed before `resume`: stop reading then.
  package mutating func feed(_ bytes: Span<UInt8>, _ receive: (FrameEvent, Span<UInt8>) -> FrameFlow) {
    var done = 0
    while !kept.isEmpty, !isStopped, done < bytes.count {
      done = finishKept(with: bytes, from: done, receive)
    }
    if kept.isEmpty, !isStopped {
      done += cut(bytes.extracting(done..<bytes.count), searched: 0, receive)
    }
    keep(bytes.extracting(done..<bytes.count))
  }

  /// Continues after a stop, with the buffered bytes.
  package mutating func resume(_ receive: (FrameEvent, Span<UInt8>) -> FrameFlow) {
    guard isStopped else { return }
    isStopped = false
    cutStored(searched: 0, receive)
    if isAtEnd, !isStopped { handOutRest(receive) }
  }

  /// The peer will send nothing more. An unterminated last line, or a body shorter than announced, is passed
  /// on as a message (`printf '{...}' | nc -N` deserves an answer); an incomplete header is broken. After a
  /// stop all this waits for `resume`.
  package mutating func finish(_ receive: (FrameEvent, Span<UInt8>) -> FrameFlow) {
    isAtEnd = true
    if !isStopped { handOutRest(receive) }
  }
}

extension Framer {
  /// Passes on the complete messages in `bytes` and returns how many bytes are consumed. `searched`: this
  /// many leading bytes are known to hold no line end.
  private mutating func cut(
    _ bytes: Span<UInt8>, searched: Int, _ receive: (FrameEvent, Span<UInt8>) -> FrameFlow
  ) -> Int {
    var start = 0
    while !isStopped {
      switch place {
      case .between:
        while start < bytes.count, bytes[start].isBlank { start += 1 }
        guard start < bytes.count else { return start }
        beginMessage(bytes.extracting(start..<bytes.count))

      case .line:
        guard let newline = search(bytes, from: max(start, searched)) else {
          guard isTooLong(bytes.extracting(start..<bytes.count)) else { return start }
          place = .overlongLine
          report(.tooLong(got: bytes.count - start), receive)
          return bytes.count
        }
        let end = newline > start && bytes[newline - 1] == .carriageReturn ? newline - 1 : newline
        if end - start > maxLength {
          place = .between
          report(.tooLong(got: end - start), receive)
        } else {
          handOut(bytes.extracting(start..<end), receive)
        }
        start = newline + 1

      case .overlongLine:
        guard let newline = search(bytes, from: start) else { return bytes.count }
        place = .between
        start = newline + 1

      case .header:
        guard let newline = search(bytes, from: max(start, searched)) else {
          guard header.hasNoRoom(for: bytes.count - start) else { return start }
          place = .broken
          report(.brokenHeader, receive)
          return bytes.count
        }
        let step = header.read(bytes.extracting(start...newline))
        start = newline + 1
        switch step {
        case .goOn: break
        case .broken:
          place = .broken
          report(.brokenHeader, receive)
        case .body(let length) where length > maxLength:
          place = .overlongBody(left: length)
          report(.tooLong(got: length), receive)
        case .body(let length): place = .body(length: length)
        }

      case .body(let length):
        guard bytes.count - start >= length else { return start }
        handOut(bytes.extracting(start..<start + length), receive)
        start += length

      case .overlongBody(let left):
        let skipped = min(left, bytes.count - start)
        start += skipped
        guard skipped == left else {
          place = .overlongBody(left: left - skipped)
          return start
        }
        place = .between

      case .broken: return bytes.count
      }
    }
    return start
  }

  private mutating func beginMessage(_ bytes: Span<UInt8>) {
    let framing = self.framing ?? Framing(beginningWith: bytes) ?? .newline
    self.framing = framing
    switch framing {
    case .newline: place = .line
    case .contentLength:
      place = .header
      header = ContentLengthHeader()
    }
  }

  /// A line without its end: one byte over the limit is allowed when it may be the `\r` before a `\n`.
  private func isTooLong(_ line: Span<UInt8>) -> Bool {
    guard line.count > maxLength else { return false }
    return line.count - 1 > maxLength || line[line.count - 1] != .carriageReturn
  }

  private mutating func search(_ bytes: Span<UInt8>, from start: Int) -> Int? {
    let found = bytes.firstIndex(of: .newline, from: start)
    examinedBytes &+= UInt64((found.map { $0 + 1 } ?? bytes.count) - start)
    return found
  }

  private mutating func handOut(
    _ message: Span<UInt8>, _ receive: (FrameEvent, Span<UInt8>) -> FrameFlow
  ) {
    place = .between
    if receive(.message, message) == .stop { isStopped = true }
  }

  private mutating func report(_ event: FrameEvent, _ receive: (FrameEvent, Span<UInt8>) -> FrameFlow) {
    if receive(event, Span()) == .stop { isStopped = true }
  }
}

// The bytes buffered between two calls of `feed`.
extension Framer {
  /// Moves as many of the new bytes to the buffered ones as the unfinished line or body needs, no more, so
  /// that the bytes after it can be lent. Returns the position after them.
  private mutating func finishKept(
    with bytes: Span<UInt8>, from done: Int, _ receive: (FrameEvent, Span<UInt8>) -> FrameFlow
  ) -> Int {
    if case .body(let length) = place {
      let end = done + min(length - bufferedBytes, bytes.count - done)
      keep(bytes.extracting(done..<end))
      cutStored(searched: 0, receive)
      return end
    }
    let newline = search(bytes, from: done)
    let end = newline.map { $0 + 1 } ?? bytes.count
    keep(bytes.extracting(done..<end))
    // The line end just found is searched for once more, as the last buffered byte, and nothing else is.
    cutStored(searched: newline == nil ? bufferedBytes : bufferedBytes - 1, receive)
    return end
  }

  private mutating func cutStored(searched: Int, _ receive: (FrameEvent, Span<UInt8>) -> FrameFlow) {
    let whole = kept
    kept = []
    let first = start
    start = 0
    let done = cut(whole.span.extracting(first..<whole.count), searched: searched, receive)
    guard done < whole.count - first else { return }
    kept = whole
    start = first + done
  }

  private mutating func keep(_ bytes: Span<UInt8>) {
    guard !bytes.isEmpty else { return }
    if case .broken = place { return }
    if start > 0 {
      kept.removeFirst(start)
      start = 0
    }
    kept.append(copying: bytes)
  }

  private mutating func handOutRest(_ receive: (FrameEvent, Span<UInt8>) -> FrameFlow) {
    let rest = kept
    let first = start
    kept = []
    start = 0
    switch place {
    case .between, .overlongLine, .overlongBody: place = .between
    case .header:
      place = .broken
      report(.brokenHeader, receive)
    case .line where rest.last == .carriageReturn:
      handOut(rest.span.extracting(first..<rest.count - 1), receive)
    case .line, .body: handOut(rest.span.extracting(first..<rest.count), receive)
    case .broken: break
    }
  }
}
