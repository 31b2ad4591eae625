internal import CLibuv
private import Glibc

/// Notices that the peer is gone on streams that are not being read.
///
/// libuv reports the end of a stream only while it is read. Here an epoll instance of our own, which the loop
/// watches as one descriptor, requests no events at all: the kernel then reports a hang-up and nothing else
/// ([epoll_ctl(2)](https://man7.org/linux/man-pages/man2/epoll_ctl.2.html)). A peer that has only shut down
/// its writing side has not hung up: it still waits for answers.
@LoopActor final class HangupWatch {
  private static let eventsInTurn = 64

  private let epoll: CInt
  private let source: PollSource
  private var streams: [CInt: UnixStream] = [:]

  init() throws(UVError) {
    epoll = epoll_create1(CInt(EPOLL_CLOEXEC))
    guard epoll >= 0 else {
      throw UVError(code: uv_translate_sys_error(errno), operation: "watch for hang-ups")
    }
    do {
      source = try PollSource(descriptor: epoll)
    } catch {
      Glibc.close(epoll)
      throw error
    }
    source.unref()
    source.start(readable: true, writable: false) { [unowned self] _ in drain() }
  }

  func close() {
    streams = [:]
    source.close()
    Glibc.close(epoll)
  }

  func add(_ stream: UnixStream, _ descriptor: CInt) -> Bool {
    var event = epoll_event()
    // Reported once: handling it may take another turn.
    event.events = EPOLLET.rawValue
    event.data.fd = descriptor
    guard epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0 else { return false }
    streams[descriptor] = stream
    return true
  }

  func remove(_ descriptor: CInt) {
    guard streams.removeValue(forKey: descriptor) != nil else { return }
    var none = epoll_event()
    _ = epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, &none)
  }

  private func drain() {
    var events = [epoll_event](repeating: epoll_event(), count: Self.eventsInTurn)
    let count = epoll_wait(epoll, &events, CInt(events.count), 0)
    guard count > 0 else { return }
    for event in events[..<Int(count)] { streams[event.data.fd]?.peerIsGone() }
  }
}

extension UnixStream {
  /// Tells the delegate, by `didFail`, when the peer is gone. Call it while the stream is not read; it ends
  /// with the next `startReading`. Without a descriptor for it, the end is only noticed on a write.
  package func watchHangup() {
    guard watchedDescriptor == nil, !isClosing, !hasFailed else { return }
    var descriptor: CInt = -1
    guard uv_fileno(raw, &descriptor) == 0, let watch = Loop.shared.hangupWatch() else { return }
    if watch.add(self, descriptor) { watchedDescriptor = descriptor }
  }

  func unwatchHangup() {
    guard let descriptor = watchedDescriptor else { return }
    watchedDescriptor = nil
    Loop.shared.hangups?.remove(descriptor)
  }

  fileprivate func peerIsGone() {
    unwatchHangup()
    fail(UV_ECONNRESET.rawValue, "use a stream whose peer is gone")
  }
}
