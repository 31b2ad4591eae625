internal import CLibuv
private import Glibc

/// A connection over a Unix domain socket (https://docs.libuv.org/en/v1.x/stream.html): the reading side and
/// the lifetime. The writing side is in UnixStream+Writing.swift.
@LoopActor package final class UnixStream: Handle {
  /// Retained until the stream is closed: a weak reference would cost every read an atomic, and every use of
  /// the delegate the slow kind of reference count. Without a delegate, input is dropped.
  package var delegate: (any UnixStreamDelegate)?

  /// Bytes to write: append, then call `setNeedsWrite`. They are written in one piece at the end of the turn.
  /// It has no memory while nothing waits. The stream takes bytes from it, so use `waitingBytes` for the
  /// amount that waits.
  package var output: [UInt8] = []

  var isWriteScheduled = false
  /// Size of the `uv_write` in progress, 0 for none. Meanwhile new output waits in `output`.
  var bytesUnderWay = 0
  /// The memory of that write.
  var memoryUnderWay: UnsafeMutableRawPointer?
  /// Bytes taken by the kernel, without those of the write in progress.
  var bytesDone: UInt64 = 0
  var shutdownState = ShutdownState.open
  package private(set) var hasFailed = false

  private var isReading = false
  /// Set until the end of the turn after a whole buffer was read, so that other streams get their turn.
  private var hasReadItsPart = false
  /// The peer sends nothing more.
  package private(set) var hasEnded = false
  /// The descriptor by which ``HangupWatch`` knows this stream; nil: it does not.
  var watchedDescriptor: CInt?

  var uvStream: UnsafeMutablePointer<uv_stream_t> {
    UnsafeMutableRawPointer(raw).assumingMemoryBound(to: uv_stream_t.self)
  }

  /// Takes ownership of a connected stream socket: it is closed with the stream, and also when this throws.
  package init(descriptor: CInt) throws(UVError) {
    super.init(UV_NAMED_PIPE) { memory in
      uv_pipe_init(Loop.shared.uv, memory.assumingMemoryBound(to: uv_pipe_t.self), 0)
    }
    let code = uv_pipe_open(UnsafeMutableRawPointer(raw).assumingMemoryBound(to: uv_pipe_t.self), descriptor)
    guard code == 0 else {
      close()
      // A descriptor that is not open, or that another handle of the loop owns, is not ours to close.
      if code != UV_EBADF.rawValue, code != UV_EEXIST.rawValue { Glibc.close(descriptor) }
      throw UVError(code: code, operation: "open a stream")
    }
  }

  /// Starts or resumes reading; idempotent. The delegate is called in a later callback, never from here.
  package func startReading() {
    guard !isReading, !isClosing, !hasEnded, !hasFailed else { return }
    unwatchHangup()
    isReading = uv_read_start(uvStream, lendMemory, streamRead) == 0
  }

  /// Stops reading: the peer's bytes stay in the kernel, which in the end makes the peer wait. Idempotent.
  package func stopReading() {
    guard isReading, !isClosing else { return }
    isReading = false
    hasReadItsPart = false
    uv_read_stop(uvStream)
  }

  /// libuv would keep reading this stream as long as its peer is fast enough, 32 buffers at most.
  private func leaveRestForNextTurn() {
    hasReadItsPart = true
    uv_read_stop(uvStream)
    setNeedsWrite()
  }

  func readOn() {
    guard hasReadItsPart, !isClosing, !hasFailed else { return }
    hasReadItsPart = false
    isReading = uv_read_start(uvStream, lendMemory, streamRead) == 0
  }

  /// The kernel holds unread bytes of the peer.
  package var hasInput: Bool {
    var descriptor: CInt = -1
    guard !isClosing, uv_fileno(raw, &descriptor) == 0 else { return false }
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, CInt(MSG_PEEK) | CInt(MSG_DONTWAIT)) > 0
  }

  /// Bytes of the peer that the kernel still holds after a write has failed, at most one buffer: the peer may
  /// have said why it closed.
  package func readRest() -> [UInt8] {
    var descriptor: CInt = -1
    guard !isClosing, uv_fileno(raw, &descriptor) == 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: ReadBudget.maxSize)
    let count = recv(descriptor, &bytes, bytes.count, CInt(MSG_DONTWAIT))
    return Array(bytes.prefix(max(0, count)))
  }

  fileprivate func didRead(_ count: Int, of size: Int) {
    if count > 0 {
      guard let delegate, let memory = Loop.shared.uv.pointee.data else { return }
      Loop.shared.outputBuffers.lend(to: &output)
      let bytes = UnsafeBufferPointer(start: memory.assumingMemoryBound(to: UInt8.self), count: count)
      delegate.stream(self, didRead: bytes.span)
      if count == size, isReading { leaveRestForNextTurn() }
      if !isWriteScheduled, output.isEmpty { Loop.shared.outputBuffers.giveBack(&output) }
    } else if count == Int(UV_EOF.rawValue) {
      isReading = false
      hasEnded = true
      delegate?.streamDidEnd(self)
    } else if count < 0 {
      fail(CInt(count), "read from a stream")
    }
  }

  func fail(_ code: CInt, _ operation: String) {
    guard !hasFailed, !isClosing else { return }
    stopReading()
    hasFailed = true
    output = []
    delegate?.stream(self, didFail: UVError(code: code, operation: operation))
  }

  override func willClose() {
    unwatchHangup()
    endWrite()
    isReading = false
    output = []
    delegate = nil
  }
}

/// Every stream reads into the same memory: libuv calls the read callback before it requests memory again.
private func lendMemory(
  _ handle: UnsafeMutablePointer<uv_handle_t>?, _ size: Int, _ buffer: UnsafeMutablePointer<uv_buf_t>?
) {
  let memory = handle?.pointee.loop.pointee.data?.assumingMemoryBound(to: CChar.self)
  let size = LoopActor.assumeIsolated { Loop.shared.nextReadSize() }
  buffer?.pointee = uv_buf_t(base: memory, len: memory == nil ? 0 : size)
}

private func streamRead(
  _ handle: UnsafeMutablePointer<uv_stream_t>?, _ count: Int, _ buffer: UnsafePointer<uv_buf_t>?
) {
  guard let stream = UnixStream.of(handle), let size = buffer?.pointee.len else { return }
  LoopActor.assumeIsolated(with: (stream, count, size)) { $0.didRead($1, of: $2) }
}
