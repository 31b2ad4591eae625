internal import CLibuv

/// A libuv handle and its memory (https://docs.libuv.org/en/v1.x/handle.html).
///
/// Ownership: libuv keeps a pointer to a handle until its close callback, so the memory is on the heap and
/// freed only there. While the handle is open, `data` holds one retain of the Swift object; callbacks find
/// the object through it. `deinit` never closes: `EventLoop.close` reports an owner that forgets `close`.
///
/// The callbacks are functions outside the classes: a closure written in an isolated method is isolated
/// itself, and checks that at every call, which is slower than `LoopActor.assumeIsolated`.
@LoopActor package class Handle {
  let raw: UnsafeMutablePointer<uv_handle_t>

  /// Set by `close`. The handle's memory may be freed in the next turn, so `raw` must not be used any more.
  package private(set) var isClosing = false

  /// Called once, after the close callback.
  package var onClose: (@LoopActor () -> Void)?

  /// - Parameter initialise: calls a `uv_..._init` that cannot fail.
  init(_ type: uv_handle_type, _ initialise: (UnsafeMutableRawPointer) -> Void) {
    let memory = Self.allocate(type)
    initialise(memory)
    raw = memory.assumingMemoryBound(to: uv_handle_t.self)
    raw.pointee.data = Unmanaged.passRetained(self).toOpaque()
  }

  /// - Parameter initialise: calls a `uv_..._init`. When that fails libuv does not know the handle, and its
  ///   memory is freed here.
  init(
    _ type: uv_handle_type, _ operation: String, trying initialise: (UnsafeMutableRawPointer) -> CInt
  ) throws(UVError) {
    let memory = Self.allocate(type)
    let code = initialise(memory)
    guard code == 0 else {
      memory.deallocate()
      throw UVError(code: code, operation: operation)
    }
    raw = memory.assumingMemoryBound(to: uv_handle_t.self)
    raw.pointee.data = Unmanaged.passRetained(self).toOpaque()
  }

  private static func allocate(_ type: uv_handle_type) -> UnsafeMutableRawPointer {
    .allocate(byteCount: uv_handle_size(type), alignment: 16)
  }

  /// The object of a handle that libuv passes to a callback.
  nonisolated static func of(_ handle: UnsafeMutableRawPointer?) -> Self? {
    guard let data = handle?.assumingMemoryBound(to: uv_handle_t.self).pointee.data else { return nil }
    return Unmanaged<Self>.fromOpaque(data).takeUnretainedValue()
  }

  /// Whether it waits for something (`uv_is_active`).
  package var isActive: Bool { !isClosing && uv_is_active(raw) != 0 }

  /// From now on `EventLoop.run` may return while it is active.
  package func unref() { if !isClosing { uv_unref(raw) } }

  /// Closes the handle: after this none of its callbacks is called except `onClose`, later in this turn.
  /// Idempotent, and allowed inside the handle's own callbacks.
  package func close() {
    guard !isClosing else { return }
    isClosing = true
    willClose()
    uv_close(raw, handleClosed)
  }

  /// For `EventLoop.close`: closes a handle that its owner has not closed. Returns whether it was left open.
  func closeAtEnd() -> Bool {
    close()
    return true
  }

  /// For subclasses: called just before `uv_close`.
  func willClose() {}

  fileprivate func finishClose() {
    let onClose = onClose
    self.onClose = nil
    onClose?()
  }

  var typeName: String { uv_handle_type_name(raw.pointee.type).map { String(cString: $0) } ?? "unknown" }
}

private func handleClosed(_ handle: UnsafeMutablePointer<uv_handle_t>?) {
  guard let handle, let data = handle.pointee.data else { return }
  let owner = Unmanaged<Handle>.fromOpaque(data).takeRetainedValue()
  UnsafeMutableRawPointer(handle).deallocate()
  LoopActor.assumeIsolated { owner.finishClose() }
}
