import EventLoop

/// Where a body goes.
@LoopActor protocol BodySink: AnyObject {
  /// The head is complete, and the body begins. Not called for a response without a body.
  func begin(_ head: ResponseHead) throws(HTTPError)

  /// The next bytes, valid only during this call.
  func write(_ bytes: UnsafeRawBufferPointer) throws(HTTPError) -> BodySinkAnswer

  /// The transfer that delivers the bytes, to resume when there is room again.
  func attach(_ transfer: Transfer)

  /// Bytes that were already there.
  var offset: Int64 { get }
  /// The total, including those; nil: the server does not state it.
  var total: Int64? { get }
}

enum BodySinkAnswer {
  case taken
  /// The same bytes are delivered again once the transfer is resumed.
  case full
}

/// Holds a body in memory, as it is sent.
@LoopActor final class MemorySink: BodySink {
  private(set) var bytes: [UInt8] = []
  private(set) var total: Int64?
  private let maxBytes: Int
  private let host: String

  var offset: Int64 { 0 }

  init(maxBytes: Int, host: String) {
    self.maxBytes = maxBytes
    self.host = host
  }

  func begin(_ head: ResponseHead) throws(HTTPError) {
    total = head.contentLength
    guard let length = total else { return }
    guard length <= maxBytes else { throw .tooLarge(host, maxBytes) }
    bytes.reserveCapacity(Int(length))
  }

  func write(_ more: UnsafeRawBufferPointer) throws(HTTPError) -> BodySinkAnswer {
    guard more.count <= maxBytes - bytes.count else { throw .tooLarge(host, maxBytes) }
    bytes.append(contentsOf: more)
    return .taken
  }

  func attach(_ transfer: Transfer) {}
}

extension HTTPError {
  static func tooLarge(_ host: String, _ maxBytes: Int) -> HTTPError {
    HTTPError(.tooLarge, host: host, "the response is larger than \(maxBytes) bytes")
  }
}
