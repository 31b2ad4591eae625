import CCurl
import EventLoop
import Glibc

/// Runs curl's transfers on the loop: it watches curl's sockets and keeps its timer
/// (https://curl.se/libcurl/c/libcurl-multi.html, "multi_socket"). Ended transfers are read at the end of the
/// turn: no handle is ever removed inside a callback of curl.
@LoopActor final class CurlMulti: EndOfTurn {
  private let multi: UnsafeMutableRawPointer
  private let timer = LoopTimer()
  private var sockets: [CInt: PollSource] = [:]
  private var onEnd: [UnsafeMutableRawPointer: @LoopActor (CURLcode) -> Void] = [:]
  private var isReadingScheduled = false
  private var isClosed = false

  /// curl has given up all its transfers and accepts no others.
  private(set) var isBroken = false

  /// Nil when memory runs out.
  init?() {
    guard let multi = ccurl_multi_init() else {
      timer.close()
      return nil
    }
    self.multi = multi
    let own = Unmanaged.passUnretained(self).toOpaque()
    _ = ccurl_multi_set_socket_callback(multi, socketIsWanted)
    _ = ccurl_multi_set_pointer(multi, CURLMOPT_SOCKETDATA, own)
    _ = ccurl_multi_set_timer_callback(multi, timeIsSet)
    _ = ccurl_multi_set_pointer(multi, CURLMOPT_TIMERDATA, own)
  }

  /// Transfers beyond this limit wait for a free connection; idle connections are reused.
  func setMaximumConnections(_ count: Int) {
    _ = ccurl_multi_set_long(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, count)
    _ = ccurl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, count)
  }

  /// TCP has connected one that is under way, whatever became of its handshake.
  var hasPeer: Bool {
    sockets.keys.contains { socket in
      var (address, size) = (sockaddr(), socklen_t(MemoryLayout<sockaddr>.size))
      return getpeername(socket, &address, &size) == 0
    }
  }

  /// Starts a transfer. `whenEnded` is called once, in a later step, unless the transfer is removed before.
  func add(_ easy: CurlEasy, _ whenEnded: @escaping @LoopActor (CURLcode) -> Void) {
    easy.set(CURLOPT_CLOSESOCKETDATA, Unmanaged.passUnretained(self).toOpaque())
    _ = ccurl_easy_set_close_callback(easy.handle, socketCloses)
    onEnd[easy.handle] = whenEnded
    check(ccurl_multi_add(multi, easy.handle))
    // Curl has requested a timer of 0 ms. This saves the millisecond that our timer takes at least.
    act()
  }

  /// Ends a transfer at once, and closes its connection if the transfer is not complete.
  func remove(_ easy: CurlEasy) {
    guard onEnd.removeValue(forKey: easy.handle) != nil, !isClosed else { return }
    check(ccurl_multi_remove(multi, easy.handle))
    // Another transfer may wait for the connection that is free now.
    if !onEnd.isEmpty { act() }
  }

  /// Resumes a paused transfer.
  func resume(_ easy: CurlEasy) {
    guard let whenEnded = onEnd[easy.handle] else { return }
    let code = easy.resume()
    // Curl itself would continue after the bytes that are lost.
    guard code == CURLE_OK else { return whenEnded(code) }
    act()
  }

  /// Closes all connections; all transfers must have been removed.
  func close() {
    guard !isClosed else { return }
    _ = ccurl_multi_cleanup(multi)
    isClosed = true
    for source in sockets.values { source.close() }
    sockets = [:]
    timer.close()
  }

  private func act(on socket: curl_socket_t = CURL_SOCKET_BAD, _ events: CInt = 0) {
    guard !isClosed else { return }
    var running: CInt = 0
    check(ccurl_multi_act(multi, socket, events, &running))
    guard !isReadingScheduled else { return }
    isReadingScheduled = true
    EventLoop.atEndOfTurn(self)
  }

  /// A multi handle whose callback has failed returns an error from every call from then on.
  private func check(_ code: CURLMcode) {
    if code != CURLM_OK { isBroken = true }
  }

  func endOfTurn() {
    isReadingScheduled = false
    var easy: UnsafeMutableRawPointer?
    var code = CURLE_OK
    // One by one: the callback may add and remove transfers.
    while !isClosed, ccurl_multi_next_ended(multi, &easy, &code) {
      if let easy { onEnd[easy]?(code) }
    }
    guard isBroken, !isClosed else { return }
    for whenEnded in Array(onEnd.values) { whenEnded(CURLE_ABORTED_BY_CALLBACK) }
  }

  // MARK: Curl's callbacks

  fileprivate func watch(_ socket: curl_socket_t, _ what: CInt) -> CInt {
    if what == CURL_POLL_REMOVE {
      forget(socket)
      return 0
    }
    guard let source = sockets[socket] ?? (try? PollSource(descriptor: socket)) else { return -1 }
    sockets[socket] = source
    source.start(readable: what & CURL_POLL_IN != 0, writable: what & CURL_POLL_OUT != 0) { [self] happened in
      var events: CInt = 0
      if happened.contains(.readable) { events |= CURL_CSELECT_IN }
      if happened.contains(.writable) { events |= CURL_CSELECT_OUT }
      // Curl reads the error itself: if we reported one, its message would be only "select/poll".
      if happened.contains(.failed) { events |= CURL_CSELECT_IN | CURL_CSELECT_OUT }
      act(on: socket, events)
    }
    return 0
  }

  /// Before the descriptor is closed, otherwise libuv may end the process (see ``PollSource``).
  fileprivate func forget(_ socket: curl_socket_t) { sockets.removeValue(forKey: socket)?.close() }

  /// - Parameter milliseconds: -1: no timer.
  fileprivate func setTimer(_ milliseconds: Int) {
    guard milliseconds >= 0 else { return timer.stop() }
    // With 0, an idle curl would make the loop spin.
    timer.start(after: .milliseconds(max(1, milliseconds))) { [self] in timerFired() }
  }

  /// The loop counts from the beginning of the turn, curl from its call: a timer may fire too early for curl,
  /// and curl does not set again a timer that it believes to be set.
  private func timerFired() {
    act()
    guard !isClosed, !timer.isActive else { return }
    var left = -1
    check(ccurl_multi_timeout(multi, &left))
    setTimer(left)
  }
}

private func socketIsWanted(
  _ easy: UnsafeMutableRawPointer?, _ socket: curl_socket_t, _ what: CInt, _ multi: UnsafeMutableRawPointer?,
  _: UnsafeMutableRawPointer?
) -> CInt {
  guard let multi = CurlMulti.of(multi) else { return -1 }
  return LoopActor.assumeIsolated { multi.watch(socket, what) }
}

private func timeIsSet(
  _: UnsafeMutableRawPointer?, _ milliseconds: Int, _ multi: UnsafeMutableRawPointer?
) -> CInt {
  guard let multi = CurlMulti.of(multi) else { return -1 }
  LoopActor.assumeIsolated { multi.setTimer(milliseconds) }
  return 0
}

private func socketCloses(_ multi: UnsafeMutableRawPointer?, _ socket: curl_socket_t) -> CInt {
  if let multi = CurlMulti.of(multi) { LoopActor.assumeIsolated { multi.forget(socket) } }
  return close(socket)
}

extension CurlMulti {
  fileprivate nonisolated static func of(_ pointer: UnsafeMutableRawPointer?) -> CurlMulti? {
    pointer.map { Unmanaged<CurlMulti>.fromOpaque($0).takeUnretainedValue() }
  }
}
