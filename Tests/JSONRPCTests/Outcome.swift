import JSONRPC
import Testing

// What framer and scanner found, as text that a test can show: the one form all tests of this module compare.

func text(_ bytes: Span<UInt8>) -> String {
  bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
}

extension ScannedMessage {
  /// `request id=1 method=a params=[]`, `fault syntax 7 id=nil`, `batch N`; what is not there is left out.
  func description(in message: Span<UInt8>) -> String {
    func slice(_ range: Range<Int>?) -> String { range.map { text(message.extracting($0)) } ?? "nil" }
    switch self {
    case .request(let envelope):
      var parts = ["request"]
      if envelope.id != nil { parts.append("id=" + slice(envelope.id)) }
      parts.append("method=" + slice(envelope.method) + (envelope.methodHasEscapes ? " (escapes)" : ""))
      if envelope.params != nil { parts.append("params=" + slice(envelope.params)) }
      return parts.joined(separator: " ")
    case .batch(let items): return "batch \(items.count)"
    case .fault(.syntax(let offset), let id): return "syntax \(offset) id=" + slice(id)
    case .fault(.invalid, let id): return "invalid id=" + slice(id)
    case .fault(.limit(let name, let max, let got), let id):
      return "limit \(name) \(max) \(got) id=" + slice(id)
    }
  }
}

extension EnvelopeScanner {
  /// The outcome of a message, or of each item of a batch.
  func outcomes(_ message: Span<UInt8>) -> [String] {
    let scanned = scan(message)
    guard case .batch(let items) = scanned else { return [scanned.description(in: message)] }
    var outcomes: [String] = []
    for item in items { outcomes.append(scanItem(message, item).description(in: message)) }
    return outcomes
  }

  func outcome(_ message: String) -> String {
    Array(message.utf8).withScanned(by: self) { $0 }
  }

  func outcome(_ message: [UInt8]) -> String {
    message.withScanned(by: self) { $0 }
  }
}

extension Array<UInt8> {
  fileprivate func withScanned(by scanner: EnvelopeScanner, _ body: (String) -> String) -> String {
    body(scanner.scan(span).description(in: span))
  }
}

enum Frame: Equatable, CustomTestStringConvertible {
  case message(String)
  case tooLong(Int)
  case brokenHeader

  init(_ event: FrameEvent, _ bytes: Span<UInt8>) {
    switch event {
    case .message: self = .message(text(bytes))
    case .tooLong(let got): self = .tooLong(got)
    case .brokenHeader: self = .brokenHeader
    }
  }

  var testDescription: String {
    switch self {
    case .message(let text): "message \(text.debugDescription.prefix(100))"
    case .tooLong(let got): "tooLong \(got)"
    case .brokenHeader: "brokenHeader"
    }
  }
}

extension Framer {
  /// Feeds and collects; no stops.
  mutating func frames(_ bytes: [UInt8]) -> [Frame] {
    var frames: [Frame] = []
    feed(bytes.span) { event, bytes in
      frames.append(Frame(event, bytes))
      return .goOn
    }
    return frames
  }

  mutating func frames(_ text: String) -> [Frame] { frames(Array(text.utf8)) }

  mutating func frames(_ pieces: [[UInt8]]) -> [Frame] {
    var found: [Frame] = []
    for piece in pieces { found += frames(piece) }
    return found
  }

  mutating func framesAtEnd() -> [Frame] {
    var frames: [Frame] = []
    finish { event, bytes in
      frames.append(Frame(event, bytes))
      return .goOn
    }
    return frames
  }

  /// Goes on, and stops after the next event.
  mutating func nextFrame() -> Frame? {
    var frame: Frame?
    resume { event, bytes in
      frame = Frame(event, bytes)
      return .stop
    }
    return frame
  }
}
