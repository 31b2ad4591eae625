internal import CLibuv

/// The writing side. `output` goes out once a turn by `uv_try_write`, straight from the array. Only what the
/// kernel does not take at once is copied, into the memory of one `uv_write`; while that is under way output
/// gathers.
extension UnixStream: EndOfTurn {
  enum ShutdownState { case open, wanted, sent }

  /// Bytes in `output` and in libuv's queue that the kernel has not taken yet.
  package var waitingBytes: Int { output.count + queuedBytes }

  /// All bytes the kernel has taken so far. It moves during a long write too.
  package var takenBytes: UInt64 { bytesDone + UInt64(bytesUnderWay - queuedBytes) }

  /// Where the next byte of `output` will stand, counted as `takenBytes` is.
  package var endOfOutput: UInt64 { bytesDone + UInt64(bytesUnderWay + output.count) }

  /// The kernel did not take all of the last write yet; meanwhile nothing more is written.
  package var isWriting: Bool { bytesUnderWay > 0 }

  /// Another number whenever the peer has read on. What the kernel still holds for the peer goes into it,
  /// because it takes no more from us before three quarters of that are read, for which a slow reader may need
  /// long: in bytes where the kernel tells them, else in its own measure, which moves with whole buffers only.
  package var peerProgress: UInt64 { takenBytes &- UInt64(unreadByPeer ?? kernelHeldBytes) }

  /// The part of the write under way that the kernel has not taken.
  private var queuedBytes: Int {
    bytesUnderWay == 0 ? 0 : min(bytesUnderWay, uv_stream_get_write_queue_size(uvStream))
  }

  /// Has `output` written at the end of this turn.
  package func setNeedsWrite() {
    guard !isWriteScheduled, !isClosing else { return }
    isWriteScheduled = true
    Loop.shared.atEndOfTurn(self)
  }

  /// Once everything that waits is written, shuts down our writing side: the peer reads an end. Bytes
  /// appended after that has happened are dropped.
  package func shutdown() {
    guard shutdownState == .open else { return }
    shutdownState = .wanted
    setNeedsWrite()
  }

  package func endOfTurn() {
    isWriteScheduled = false
    readOn()
    guard !isClosing, !hasFailed else { return }
    guard bytesUnderWay == 0 else {
      delegate?.streamIsWaiting(self)
      return
    }
    // What is appended now, to many streams in turn, needs the memory of one.
    Loop.shared.outputBuffers.lend(to: &output)
    delegate?.streamWillWrite(self)
    guard !isClosing else { return }
    var bytes: [UInt8] = []
    swap(&bytes, &output)
    let code = shutdownState == .sent ? 0 : write(bytes)
    Loop.shared.outputBuffers.giveBack(&bytes)
    if code < 0 { return fail(code, "write to a stream") }
    if bytesUnderWay == 0 { drained() } else { delegate?.streamIsWaiting(self) }
  }

  /// Writes what the kernel takes and hands the rest to libuv. Returns an error code or 0.
  private func write(_ bytes: borrowing [UInt8]) -> CInt {
    if bytes.isEmpty { return 0 }
    let taken = tryWrite(bytes, to: uvStream)
    if taken < 0, taken != UV_EAGAIN.rawValue { return taken }
    let count = max(0, Int(taken))
    bytesDone += UInt64(count)
    return count == bytes.count ? 0 : queue(bytes, from: count)
  }

  /// Copies the rest of `bytes` for a request, which lives until the write callback. The copy goes with the end
  /// of the write or of the stream: libuv does not look at it any more once it has closed the descriptor, and its
  /// callback comes only at the end of the turn, in which many may be closed.
  private func queue(_ bytes: borrowing [UInt8], from start: Int) -> CInt {
    let count = bytes.count - start
    let memory = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 16)
    bytes.withUnsafeBytes { bytes in
      UnsafeMutableRawBufferPointer(start: memory, count: count)
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[start...]))
    }
    var buffer = uv_buf_t(base: memory.assumingMemoryBound(to: CChar.self), len: count)
    let request = UnsafeMutablePointer<uv_write_t>.allocate(capacity: 1)
    let code = uv_write(request, uvStream, &buffer, 1, streamWritten)
    if code == 0 {
      (bytesUnderWay, memoryUnderWay) = (count, memory)
    } else {
      request.deallocate()
      memory.deallocate()
    }
    return code
  }

  func freeMemoryUnderWay() {
    memoryUnderWay?.deallocate()
    memoryUnderWay = nil
  }

  fileprivate func didWrite(_ status: CInt) {
    guard !isClosing else { return }
    freeMemoryUnderWay()
    guard status == 0 else {
      bytesDone = takenBytes
      bytesUnderWay = 0
      return fail(status, "write to a stream")
    }
    bytesDone += UInt64(bytesUnderWay)
    bytesUnderWay = 0
    if output.isEmpty { drained() } else { setNeedsWrite() }
  }

  private func drained() {
    if shutdownState == .wanted {
      shutdownState = .sent
      let request = UnsafeMutablePointer<uv_shutdown_t>.allocate(capacity: 1)
      // An error means that the peer is gone, and reading or closing will tell that.
      if uv_shutdown(request, uvStream, shutdownDone) != 0 { request.deallocate() }
    }
    delegate?.streamDidDrain(self)
  }
}

/// Outside of the class because this runs for every reply: a closure that is isolated, given to the standard
/// library, checks its isolation each time it is called.
private func tryWrite(_ bytes: borrowing [UInt8], to stream: UnsafeMutablePointer<uv_stream_t>) -> CInt {
  bytes.withUnsafeBytes { bytes in
    let start = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
    var buffer = uv_buf_t(base: start?.assumingMemoryBound(to: CChar.self), len: bytes.count)
    return uv_try_write(stream, &buffer, 1)
  }
}

/// Comes before the close callback, also for a stream closed meanwhile, so the stream is still there.
private func streamWritten(_ request: UnsafeMutablePointer<uv_write_t>?, _ status: CInt) {
  let stream = UnixStream.of(request?.pointee.handle)
  request?.deallocate()
  LoopActor.assumeIsolated { stream?.didWrite(status) }
}

private func shutdownDone(_ request: UnsafeMutablePointer<uv_shutdown_t>?, _ status: CInt) {
  request?.deallocate()
}
