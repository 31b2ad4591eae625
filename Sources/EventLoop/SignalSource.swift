internal import CLibuv

/// Calls a body on the loop for each delivery of a signal to the process; several pending ones may be
/// reported as one (https://docs.libuv.org/en/v1.x/signal.html). Closing the last source of a signal restores
/// its default action.
@LoopActor package final class SignalSource: Handle {
  fileprivate var body: (@LoopActor () -> Void)?

  package init(_ signal: CInt, _ body: @escaping @LoopActor () -> Void) throws(UVError) {
    self.body = body
    super.init(UV_SIGNAL) { memory in
      uv_signal_init(Loop.shared.uv, memory.assumingMemoryBound(to: uv_signal_t.self))
    }
    let handle = UnsafeMutableRawPointer(raw).assumingMemoryBound(to: uv_signal_t.self)
    let code = uv_signal_start(handle, signalled, signal)
    guard code == 0 else {
      close()
      throw UVError(code: code, operation: "watch signal \(signal)")
    }
  }

  override func willClose() { body = nil }
}

private func signalled(_ handle: UnsafeMutablePointer<uv_signal_t>?, _ signal: CInt) {
  guard let source = SignalSource.of(handle) else { return }
  LoopActor.assumeIsolated { source.body?() }
}
