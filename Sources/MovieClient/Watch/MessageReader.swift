import JSONRPC

/// Cuts the daemon's output into messages and returns them one at a time, so that none is processed while the
/// line of the previous one still waits for its reader.
struct MessageReader {
  enum Step: Equatable {
    case message([UInt8])
    /// All complete messages were returned.
    case nothing
    /// Longer than any message of the contract, or with a different framing than that of our request.
    case foreign
  }

  private var framer: Framer

  init(maxLength: Int = Connection.maxLineLength) { framer = Framer(maxLength: maxLength) }

  /// Call it only after ``next()`` returned nothing.
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
