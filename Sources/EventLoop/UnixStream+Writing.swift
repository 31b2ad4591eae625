internal import CLibuv

/// The writing side. `output` is written once a turn by `uv_try_write`, straight from the array. Only the
/// part the kernel does not take at once is copied, into the memory of one `uv_write`; while that is in
/// progress output accumulates.
extension UnixStream: EndOfTurn {
  enum ShutdownState { case open, wanted, sent }

  /// Bytes in `output` and in libuv's queue that the kernel has not taken yet.
  package var waitingBytes: Int { output.count + queuedBytes }

  /// All bytes the kernel has taken so far. It also advances during a long write.
  package var takenBytes: UInt64 { bytesDone + UInt64(bytesUnderWay - queuedBytes) }

  /// The position of the next byte of `output`, counted as in `takenBytes`.
  package var endOfOutput: UInt64 { bytesDone + UInt64(bytesUnderWay + output.count) }

  /// The kernel has not taken all of the last write yet; until it has, nothing more is written.
  package var isWriting: Bool { bytesUnderWay > 0 }

  /// Changes whenever the peer has read more. It includes what the kernel still holds for the peer, because
  /// the kernel takes no more from us until three quarters of that are read, which can take a slow reader
  /// long: in bytes if the kernel reports them, otherwise in its own measure, which changes by whole buffers
  /// only.
  package var peerProgress: UInt64 { takenBytes &- UInt64(unreadByPeer ?? kernelHeldBytes) }

  /// The part of the write in progress that the kernel has not taken.
  private var queuedBytes: Int {
    bytesUnderWay == 0 ? 0 : min(bytesUnderWay, uv_stream_get_write_queue_size(uvStream))
  }

  /// Schedules `output` to be written at the end of this turn.
  package func setNeedsWrite() {
    guard !isWriteScheduled, !isClosing else { return }
    isWriteScheduled = true
    Loop.shared.atEndOfTurn(self)
  }

  /// Once all waiting output is written, shuts down our writing side: the peer reads the end of the stream.
  /// Bytes appended after that are dropped.
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
    // Appending now to many streams in turn needs the memory of one buffer.
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

  /// Writes what the kernel takes and passes the rest to libuv. Returns an error code or 0.
  private func write(_ bytes: borrowing [UInt8]) -> CInt {
    if bytes.isEmpty { return 0 }
    let taken = tryWrite(bytes, to: uvStream)
    if taken < 0, taken != UV_EAGAIN.rawValue { return taken }
    let count = max(0, Int(taken))
    bytesDone += UInt64(count)
    return count == bytes.count ? 0 : queue(bytes, from: count)
  }

  /// Copies the rest of `bytes` for a request, which lives until the write callback. The copy is freed at the
  /// end of the write or of the stream: libuv does not read it any more once it has closed the descriptor,
  /// and its callback comes only at the end of the turn, in which many streams may be closed.
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

  /// The write in progress is finished, has failed or is given up.
  func endWrite() {
    bytesDone = takenBytes
    bytesUnderWay = 0
    memoryUnderWay?.deallocate()
    memoryUnderWay = nil
  }

  fileprivate func didWrite(_ status: CInt) {
    guard !isClosing else { return }
    endWrite()
    guard status == 0 else { return fail(status, "write to a stream") }
    if output.isEmpty { drained() } else { setNeedsWrite() }
  }

  private func drained() {
    if shutdownState == .wanted {
      shutdownState = .sent
      let request = UnsafeMutablePointer<uv_shutdown_t>.allocate(capacity: 1)
      // An error means that the peer is gone, and reading or closing will report that.
      if uv_shutdown(request, uvStream, shutdownDone) != 0 { request.deallocate() }
    }
    delegate?.streamDidDrain(self)
  }
}

/// Outside the class because this runs for every reply: an isolated closure, given to the standard library,
/// checks its isolation each time it is called.
private func tryWrite(_ bytes: borrowing [UInt8], to stream: UnsafeMutablePointer<uv_stream_t>) -> CInt {
  bytes.withUnsafeBytes { bytes in
    let start = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
    var buffer = uv_buf_t(base: start?.assumingMemoryBound(to: CChar.self), len: bytes.count)
    return uv_try_write(stream, &buffer, 1)
  }
}

/// Called before the close callback, even if the stream was closed meanwhile, so the stream still exists.
private func streamWritten(_ request: UnsafeMutablePointer<uv_write_t>?, _ status: CInt) {
  let stream = UnixStream.of(request?.pointee.handle)
  request?.deallocate()
  LoopActor.assumeIsolated { stream?.didWrite(status) }
}

private func shutdownDone(_ request: UnsafeMutablePointer<uv_shutdown_t>?, _ status: CInt) {
  request?.deallocate()
}
