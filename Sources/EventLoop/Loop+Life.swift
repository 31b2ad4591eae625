internal import CLibuv
private import Glibc

extension Loop {
  func open() throws(UVError) {
    signal(SIGPIPE, SIG_IGN)
    try UVError.check(uv_loop_init(uv), "open the event loop")
    uv.pointee.data = .allocate(byteCount: ReadBudget.maxSize, alignment: 16)
    try UVError.check(uv_async_init(uv, async, woken), "open the event loop")
    uv_prepare_init(uv, prepare)
    uv_prepare_start(prepare, turnEnds)
    uv_idle_init(uv, idle)
    // `data` distinguishes the loop's own handles from those that have an owner.
    async.pointee.data = nil
    prepare.pointee.data = nil
    idle.pointee.data = nil
    // The inbox and the end of a turn are no reason to keep running; a started idle handle is.
    uv_unref(UnsafeMutableRawPointer(async).assumingMemoryBound(to: uv_handle_t.self))
    uv_unref(UnsafeMutableRawPointer(prepare).assumingMemoryBound(to: uv_handle_t.self))
    LoopExecutor.shared.inbox.didOpen(async: async)
    takeInbox()
  }

  /// From now on `run` returns only after `stop`.
  func stayAlive() {
    uv_ref(UnsafeMutableRawPointer(async).assumingMemoryBound(to: uv_handle_t.self))
  }

  func run() {
    while !isStopping {
      // Jobs pushed outside a turn, or by its last close callback, keep libuv's loop running only through the
      // idle handle.
      takeInbox()
      rearm()
      uv_run(uv, UV_RUN_DEFAULT)
      takeInbox()
      if !hasPendingWork { break }
    }
    isStopping = false
  }

  func stop() {
    isStopping = true
    uv_stop(uv)
  }

  func close() -> [String] {
    closeHangupWatch()
    var left = closeHandles()
    // Closing may resume tasks, which may open and close more; a task that never ends must not keep the
    // process from ending.
    for _ in 0..<1000 where hasPendingWork || uv_loop_alive(uv) != 0 {
      rearm()
      uv_run(uv, UV_RUN_ONCE)
      left += closeHandles()
    }
    LoopExecutor.shared.inbox.didClose()
    uv_close(UnsafeMutableRawPointer(async).assumingMemoryBound(to: uv_handle_t.self), nil)
    uv_close(UnsafeMutableRawPointer(prepare).assumingMemoryBound(to: uv_handle_t.self), nil)
    uv_close(UnsafeMutableRawPointer(idle).assumingMemoryBound(to: uv_handle_t.self), nil)
    uv_run(uv, UV_RUN_DEFAULT)
    let code = uv_loop_close(uv)
    if code != 0 { left.append("loop: \(UVError.name(of: code))") }
    LoopExecutor.shared.leaveLoopThread()
    return left
  }

  /// Closes every handle that has an owner and is not closing yet, and names their types.
  private func closeHandles() -> [String] {
    var open: [Handle] = []
    withUnsafeMutablePointer(to: &open) { list in
      uv_walk(uv, collectOpen, list)
    }
    return open.compactMap { handle in
      let name = handle.typeName
      return handle.closeAtEnd() ? name : nil
    }
  }
}

private func woken(_ handle: UnsafeMutablePointer<uv_async_t>?) {
  LoopActor.assumeIsolated { Loop.shared.takeInbox() }
}

private func turnEnds(_ handle: UnsafeMutablePointer<uv_prepare_t>?) {
  LoopActor.assumeIsolated { Loop.shared.finishTurn() }
}

private func collectOpen(_ handle: UnsafeMutablePointer<uv_handle_t>?, _ list: UnsafeMutableRawPointer?) {
  guard let handle, let owner = handle.pointee.data, uv_is_closing(handle) == 0 else { return }
  list?.assumingMemoryBound(to: [Handle].self).pointee
    .append(Unmanaged<Handle>.fromOpaque(owner).takeUnretainedValue())
}
