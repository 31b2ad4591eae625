internal import CLibuv

/// Reports changes in a folder: files that appear, change or leave. Not everything is reported, as on NFS, so its
/// owner looks now and then anyway (https://docs.libuv.org/en/v1.x/fs_event.html).
@LoopActor package final class FolderWatch: Handle {
  fileprivate var body: (@LoopActor () -> Void)?

  /// - Parameter body: called after each change, and when the folder itself is moved or deleted.
  package init(_ path: String, _ body: @escaping @LoopActor () -> Void) throws(UVError) {
    self.body = body
    super.init(UV_FS_EVENT) { memory in
      uv_fs_event_init(Loop.shared.uv, memory.assumingMemoryBound(to: uv_fs_event_t.self))
    }
    let handle = UnsafeMutableRawPointer(raw).assumingMemoryBound(to: uv_fs_event_t.self)
    let code = uv_fs_event_start(handle, folderChanged, path, 0)
    guard code == 0 else {
      close()
      throw UVError(code: code, operation: "watch a folder")
    }
    unref()
  }

  override func willClose() { body = nil }
}

private func folderChanged(
  _ handle: UnsafeMutablePointer<uv_fs_event_t>?, _ name: UnsafePointer<CChar>?, _ events: CInt,
  _ status: CInt
) {
  guard let watch = FolderWatch.of(handle) else { return }
  LoopActor.assumeIsolated { watch.body?() }
}
