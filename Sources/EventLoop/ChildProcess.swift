internal import CLibuv
private import Glibc

/// A child process (https://docs.libuv.org/en/v1.x/process.html). It inherits only the descriptors it is
/// given, and its signals have their default actions. Closing the object neither kills nor waits for the
/// child: it keeps running, and the loop only reaps it when it ends.
@LoopActor package final class ChildProcess: Handle {
  /// Where a standard descriptor of the child leads.
  package enum Descriptor: Sendable {
    case ignore
    case inherit(CInt)
  }

  /// How it ended: `status` as given to exit(3), or `signal`, when that is not 0.
  package struct Exit: Equatable, Sendable {
    package let status: Int64
    package let signal: CInt

    package init(status: Int64, signal: CInt) {
      self.status = status
      self.signal = signal
    }
  }

  package private(set) var pid: Int32 = 0
  private var onExit: (@LoopActor (Exit) -> Void)?

  private enum Life { case unborn, running, abandoned, ended }
  private var life = Life.unborn

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - arguments: the program, looked up in PATH unless it has a slash, and its arguments.
  ///   - environment: "NAME=value" lines, or nil for our own.
  ///   - directory: where it starts, or nil for our own.
  ///   - isDetached: in a session of its own, so that no terminal's signals reach it and it outlives us.
  ///   - onExit: called once, unless the object is closed first.
  /// - Throws: also when the program cannot be executed (`ENOENT`, `EACCES`).
  package init(
    arguments: [String], environment: [String]? = nil, directory: String? = nil,
    input: Descriptor = .ignore, output: Descriptor = .ignore, error: Descriptor = .ignore,
    isDetached: Bool = false, onExit: @escaping @LoopActor (Exit) -> Void
  ) throws(UVError) {
    // A C string ends at its first zero byte; a truncated argument must not reach a program.
    let hasZero = (arguments + (environment ?? []) + [directory ?? ""]).contains { $0.utf8.contains(0) }
    guard !arguments.isEmpty, !hasZero else {
      throw UVError(code: UV_EINVAL.rawValue, operation: "start a program")
    }
    self.onExit = onExit
    var code: CInt = 0
    super.init(UV_PROCESS) { memory in
      code = SpawnOptions(
        arguments: arguments, environment: environment, directory: directory,
        descriptors: [input, output, error],
        isDetached: isDetached
      ).spawn(memory.assumingMemoryBound(to: uv_process_t.self))
    }
    // libuv also knows the handle when `uv_spawn` fails.
    guard code == 0 else {
      close()
      throw UVError(code: code, operation: "start \(arguments.first ?? "a program")")
    }
    pid = uv_process_get_pid(UnsafePointer(process))
    life = .running
  }

  private var process: UnsafeMutablePointer<uv_process_t> {
    UnsafeMutableRawPointer(raw).assumingMemoryBound(to: uv_process_t.self)
  }

  /// Sends a signal to the child, unless it has ended.
  package func kill(_ signal: CInt) throws(UVError) {
    guard life == .running else { throw UVError(code: UV_ESRCH.rawValue, operation: "send signal \(signal)") }
    try UVError.check(uv_process_kill(process, signal), "send signal \(signal) to process \(pid)")
  }

  /// A running child keeps libuv's handle until it ends, unreferenced: without it the child would stay a
  /// zombie.
  package override func close() {
    switch life {
    case .running:
      life = .abandoned
      onExit = nil
      unref()
    case .abandoned: break
    case .unborn, .ended: super.close()
    }
  }

  override func closeAtEnd() -> Bool {
    let wasOpen = life != .abandoned
    life = .ended
    close()
    return wasOpen
  }

  fileprivate func exited(_ status: Int64, _ signal: CInt) {
    let wasAbandoned = life == .abandoned
    life = .ended
    if wasAbandoned { return close() }
    let onExit = onExit
    self.onExit = nil
    onExit?(Exit(status: status, signal: signal))
  }

  override func willClose() { onExit = nil }
}

/// The arguments of `uv_spawn` as C wants them, for the duration of the call.
@LoopActor private struct SpawnOptions {
  let arguments: [String]
  let environment: [String]?
  let directory: String?
  let descriptors: [ChildProcess.Descriptor]
  let isDetached: Bool

  /// Libraries also open descriptors, and not all of them close-on-exec: libcurl's connections must not stay
  /// open in a player. An older kernel does not support this
  /// (https://man7.org/linux/man-pages/man2/close_range.2.html).
  private static func keepDescriptors() { _ = close_on_exec_from(3) }

  /// Initialises `process`, always, and starts the program.
  func spawn(_ process: UnsafeMutablePointer<uv_process_t>) -> CInt {
    var argv: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    var envp: [UnsafeMutablePointer<CChar>?] = (environment ?? []).map { strdup($0) } + [nil]
    let cwd = directory.flatMap { strdup($0) }
    defer { for string in argv + envp + [cwd] { free(string) } }
    var stdio = descriptors.map(\.container)
    return argv.withUnsafeMutableBufferPointer { argv in
      envp.withUnsafeMutableBufferPointer { envp in
        stdio.withUnsafeMutableBufferPointer { stdio in
          var options = uv_process_options_t()
          options.file = UnsafePointer(argv.first ?? nil)
          options.args = argv.baseAddress
          options.env = environment == nil ? nil : envp.baseAddress
          options.cwd = UnsafePointer(cwd)
          options.flags = isDetached ? UV_PROCESS_DETACHED.rawValue : 0
          options.stdio = stdio.baseAddress
          options.stdio_count = CInt(stdio.count)
          options.exit_cb = childExited
          Self.keepDescriptors()
          return uv_spawn(Loop.shared.uv, process, &options)
        }
      }
    }
  }
}

extension ChildProcess.Descriptor {
  fileprivate var container: uv_stdio_container_t {
    var container = uv_stdio_container_t()
    switch self {
    case .ignore: container.flags = UV_IGNORE
    case .inherit(let descriptor):
      container.flags = UV_INHERIT_FD
      container.data.fd = descriptor
    }
    return container
  }
}

private func childExited(_ handle: UnsafeMutablePointer<uv_process_t>?, _ status: Int64, _ signal: CInt) {
  guard let child = ChildProcess.of(handle) else { return }
  LoopActor.assumeIsolated { child.exited(status, signal) }
}
