import EventLoop
import HTTPClient

/// A connection to a store, encrypted or not.
@LoopActor protocol RedisStream: AnyObject {
  /// Bytes to send: append, then call `setNeedsWrite`.
  var output: [UInt8] { get set }
  var waitingBytes: Int { get }
  /// The kernel holds bytes of the store.
  var hasInput: Bool { get }

  func setNeedsWrite()
  func close()
}

extension UnixStream: RedisStream {}
extension TLSConnection: RedisStream {}
