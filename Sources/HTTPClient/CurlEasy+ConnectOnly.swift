import CCurl

/// What a connection that CURLOPT_CONNECT_ONLY has made can do.
extension CurlEasy {
  /// Nil: there is no connection.
  var socket: CInt? {
    var socket = CInt(-1)
    return ccurl_easy_get_socket(handle, &socket) == CURLE_OK && socket >= 0 ? socket : nil
  }

  /// Called with all that curl would log.
  func setLog(_ value: @escaping curl_debug_callback, _ own: UnsafeMutableRawPointer) {
    _ = ccurl_easy_set_debug_callback(handle, value)
    set(CURLOPT_DEBUGDATA, own)
    set(CURLOPT_VERBOSE, 1)
  }

  /// - Parameter count: set to how many were sent.
  /// - Returns: `CURLE_AGAIN`: none, until the socket is writable. The next call begins with the same bytes.
  func send(_ bytes: Span<UInt8>, _ count: inout Int) -> CURLcode {
    bytes.withUnsafeBufferPointer { ccurl_easy_send(handle, $0.baseAddress, $0.count, &count) }
  }

  /// - Parameter count: set to how many were received; 0: the server has closed the connection.
  /// - Returns: `CURLE_AGAIN`: none, until the socket is readable.
  func receive(_ piece: inout [UInt8], _ count: inout Int) -> CURLcode {
    ccurl_easy_recv(handle, &piece, piece.count, &count)
  }
}
