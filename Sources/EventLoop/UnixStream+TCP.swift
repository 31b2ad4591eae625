internal import CLibuv
private import Glibc

/// TCP connections: libuv reads and writes them as it does those of Unix domain sockets.
extension UnixStream {
  /// - Parameter address: of IPv4 or IPv6, numeric.
  /// - Throws: `UVError`, `ETIMEDOUT` at the deadline; `CancellationError`.
  package static func tcp(
    to address: String, port: UInt16, until deadline: LoopInstant
  ) async throws -> UnixStream {
    let operation = "connect to \(address), port \(port)"
    guard !Task.isCancelled else { throw CancellationError() }
    let descriptor = try open(address, port, operation)
    let code: CInt?
    do {
      let pending = try PendingConnection(descriptor)
      code = await withTaskCancellationHandler {
        await withCheckedContinuation { pending.wait(until: deadline, $0) }
      } onCancel: {
        LoopTask.start { pending.end(nil) }
      }
    } catch {
      Glibc.close(descriptor)
      throw error
    }
    guard code == 0 else {
      Glibc.close(descriptor)
      guard let code else { throw CancellationError() }
      throw UVError(code: code, operation: operation)
    }
    return try UnixStream(descriptor: descriptor)
  }

  /// A socket whose connection has begun.
  private static func open(_ address: String, _ port: UInt16, _ operation: String) throws(UVError) -> CInt {
    var (four, six) = (sockaddr_in(), sockaddr_in6())
    let isSix = address.utf8.contains(UInt8(ascii: ":"))
    let code =
      isSix ? uv_ip6_addr(address, CInt(port), &six) : uv_ip4_addr(address, CInt(port), &four)
    try UVError.check(code, operation)
    let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(isSix ? AF_INET6 : AF_INET, type, 0)
    guard descriptor >= 0 else { throw UVError(code: uv_translate_sys_error(errno), operation: operation) }
    // Each turn's output is one write, which must not wait for the answer to the one before.
    var on: CInt = 1
    setsockopt(descriptor, CInt(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<CInt>.size))
    let result = isSix ? Self.begin(descriptor, &six) : Self.begin(descriptor, &four)
    guard result == 0 || errno == EINPROGRESS else {
      let code = uv_translate_sys_error(errno)
      Glibc.close(descriptor)
      throw UVError(code: code, operation: operation)
    }
    return descriptor
  }

  private static func begin<Address>(_ descriptor: CInt, _ address: UnsafePointer<Address>) -> CInt {
    address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
    }
  }
}

/// A connection that the kernel is making.
@LoopActor private final class PendingConnection {
  private let descriptor: CInt
  private let source: PollSource
  private let timer = LoopTimer()
  private var continuation: CheckedContinuation<CInt?, Never>?
  private var hasEnded = false

  init(_ descriptor: CInt) throws(UVError) {
    self.descriptor = descriptor
    source = try PollSource(descriptor: descriptor)
  }

  /// It ends with 0 or an error code of libuv; nil: cancelled.
  func wait(until deadline: LoopInstant, _ continuation: CheckedContinuation<CInt?, Never>) {
    // The task may have been cancelled before it came here.
    guard !hasEnded else { return continuation.resume(returning: nil) }
    self.continuation = continuation
    timer.start(at: deadline) { self.end(UV_ETIMEDOUT.rawValue) }
    source.start(readable: false, writable: true) { _ in self.end(self.result) }
  }

  func end(_ code: CInt?) {
    guard !hasEnded else { return }
    hasEnded = true
    timer.close()
    // Before another handle of the loop gets the descriptor, or it is closed.
    source.close()
    continuation?.resume(returning: code)
    continuation = nil
  }

  private var result: CInt {
    var error: CInt = 0
    var length = socklen_t(MemoryLayout<CInt>.size)
    guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &length) == 0 else {
      return uv_translate_sys_error(errno)
    }
    return error == 0 ? 0 : uv_translate_sys_error(error)
  }
}
