import JSONRPC

/// Cuts what the daemon writes into messages and hands them out one at a time, so that none is looked at
/// while the line of the one before still waits for its reader.
struct MessageReader {
  enum Step: Equatable {
    case message([UInt8])
    /// All that came was handed out, but for a message that is not whole yet.
    case nothing
    /// Longer than any message of the contract, or framed in another way than we asked in.
    case foreign
  }

  private var framer: Framer

  init(maxLength: Int = Connection.maxLineLength) { framer = Framer(maxLength: maxLength) }

  /// Only after ``next()`` had nothing more.
  mutating func feed(_ bytes: [UInt8]) -> Step {
    var step = Step.nothing
    framer.feed(bytes.span) { event, message in
      step = Self.step(event, message)
      return .stop
    }
    return framer.framing == .contentLength ? .foreign : step
  }

  mutating func next() -> Step {
    var step = Step.nothing
    framer.resume { event, message in
      step = Self.step(event, message)
      return .stop
    }
    return step
  }

  private static func step(_ event: FrameEvent, _ message: Span<UInt8>) -> Step {
    event == .message ? .message(Array(copying: message)) : .foreign
  }
}
