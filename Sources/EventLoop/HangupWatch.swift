internal import CLibuv
private import Glibc

/// Sees that the peers of streams that are not read are gone.
///
/// libuv tells the end of a stream only to those who read it. Here an epoll instance of our own, which the loop
/// watches as one descriptor, is asked for no event at all: then the kernel tells a hang-up and nothing else
/// ([epoll_ctl(2)](https://man7.org/linux/man-pages/man2/epoll_ctl.2.html)). A peer that has only shut down its
/// writing side has not hung up: it still waits for answers.
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
    source.start(readable: true, writable: false) { [unowned self] _ in take() }
  }

  func close() {
    streams = [:]
    source.close()
    Glibc.close(epoll)
  }

  func add(_ stream: UnixStream, _ descriptor: CInt) -> Bool {
    var event = epoll_event()
    // Told once: what is done about it may take another turn.
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

  private func take() {
    var events = [epoll_event](repeating: epoll_event(), count: Self.eventsInTurn)
    let count = epoll_wait(epoll, &events, CInt(events.count), 0)
    guard count > 0 else { return }
    for event in events[..<Int(count)] { streams[event.data.fd]?.peerIsGone() }
  }
}

extension UnixStream {
  /// Has the delegate told, by `didFail`, when the peer is gone: to be called while the stream is not read, and
  /// over with the next `startReading`. Without a descriptor for it the end is seen when something is written.
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
    fail(UV_ECONNRESET.rawValue, "keep a stream whose peer is gone")
  }
}
