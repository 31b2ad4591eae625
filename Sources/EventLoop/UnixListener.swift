internal import CLibuv
private import Glibc

/// Accepts connections on a Unix domain socket that the caller has bound.
///
/// It does not use libuv's own listener: that one unlinks nothing here either, but when the process has no
/// descriptors left and libuv's reserve is used up as well, it is called without end. Here the clients
/// waiting at that moment are rejected (accepted with a reserve descriptor and closed), and if even that
/// fails the listener pauses for a while.
///
/// It lives until it is closed. It never unlinks the path: the code that bound it decides whether it still
/// owns it.
@LoopActor package final class UnixListener {
  /// The maximum number of connections accepted before the loop serves the others.
  private static let acceptsInTurn = 64
  /// More than a backlog holds.
  private static let acceptsAtEnd = 4096
  private static let rest: Duration = .milliseconds(100)

  private let descriptor: CInt
  private let source: PollSource
  private let rest = LoopTimer()
  private var reserve: CInt
  private var accept: (@LoopActor (UnixStream) -> Void)?
  package private(set) var isClosing = false
  /// Connections rejected because the process had no descriptors left.
  package private(set) var rejected: UInt64 = 0

  /// Takes ownership of a bound socket, even when this throws.
  package init(descriptor: CInt) throws(UVError) {
    do {
      source = try PollSource(descriptor: descriptor)
    } catch {
      Glibc.close(descriptor)
      throw error
    }
    self.descriptor = descriptor
    reserve = Self.openReserve()
  }

  package func listen(backlog: CInt, _ accept: @escaping @LoopActor (UnixStream) -> Void) throws(UVError) {
    guard !isClosing else { throw UVError(code: UV_EINVAL.rawValue, operation: "listen on a socket") }
    guard Glibc.listen(descriptor, backlog) == 0 else {
      throw UVError(code: uv_translate_sys_error(errno), operation: "listen on a socket")
    }
    self.accept = accept
    watch()
  }

  /// Accepts all waiting connections, then closes. Call it when the path is gone and no new client can
  /// connect.
  package func finish() {
    source.stop()
    for _ in 0..<Self.acceptsAtEnd { guard acceptOne() else { break } }
    close()
  }

  /// Stops listening and closes the socket; connections not accepted yet are refused. Idempotent.
  package func close() {
    guard !isClosing else { return }
    isClosing = true
    accept = nil
    rest.close()
    // The descriptor is closed after libuv has released it, which uv_close does before it returns.
    source.close()
    Glibc.close(descriptor)
    if reserve >= 0 { Glibc.close(reserve) }
  }

  private func watch() {
    source.start(readable: true, writable: false) { [self] _ in acceptWaiting() }
  }

  private func acceptWaiting() {
    for _ in 0..<Self.acceptsInTurn { guard acceptOne() else { return } }
  }

  /// Whether it is worth trying the next one.
  private func acceptOne() -> Bool {
    guard let accept else { return false }
    let connection = accept_close_on_exec(descriptor)
    guard connection >= 0 else { return recover(from: errno) }
    if let stream = try? UnixStream(descriptor: connection) { accept(stream) }
    return true
  }

  /// Whether it is worth trying the next connection.
  private func recover(from error: CInt) -> Bool {
    switch error {
    case EAGAIN: return false
    case EINTR, ECONNABORTED: return true
    case EMFILE, ENFILE: if rejectOne() { return true }
    default: break
    }
    source.stop()
    rest.start(after: Self.rest) { [self] in
      if reserve < 0 { reserve = Self.openReserve() }
      watch()
    }
    return false
  }

  private func rejectOne() -> Bool {
    guard reserve >= 0 else { return false }
    Glibc.close(reserve)
    let connection = accept_close_on_exec(descriptor)
    if connection >= 0 {
      Glibc.close(connection)
      rejected += 1
    }
    reserve = Self.openReserve()
    return connection >= 0 && reserve >= 0
  }

  private static func openReserve() -> CInt { open("/dev/null", O_RDONLY | O_CLOEXEC) }
}
