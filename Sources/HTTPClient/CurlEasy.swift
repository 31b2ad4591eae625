import CCurl
import EventLoop

/// curl's handle of one transfer (https://curl.se/libcurl/c/libcurl-easy.html), with the memory it borrows.
/// The owner calls `close`, after the handle was removed from its multi handle.
@LoopActor final class CurlEasy {
  let handle: UnsafeMutableRawPointer
  private var lists: [UnsafeMutablePointer<curl_slist>] = []
  private let words: UnsafeMutablePointer<CChar>
  private var isClosed = false

  /// Nil when memory runs out.
  init?() {
    guard let handle = ccurl_easy_init() else { return nil }
    self.handle = handle
    words = .allocate(capacity: Int(CURL_ERROR_SIZE))
    words.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    set(CURLOPT_ERRORBUFFER, UnsafeMutableRawPointer(words))
  }

  func close() {
    guard !isClosed else { return }
    isClosed = true
    ccurl_easy_cleanup(handle)
    for list in lists { ccurl_list_free(list) }
    words.deallocate()
  }

  /// An option that an older libcurl does not know is ignored: none of them affects security except the TLS
  /// versions, which every libcurl with HTTP/2 knows.
  func set(_ option: CURLoption, _ value: Int) { _ = ccurl_easy_set_long(handle, option, value) }
  func set(_ option: CURLoption, _ value: String) { _ = ccurl_easy_set_string(handle, option, value) }
  func unset(_ option: CURLoption) { _ = ccurl_easy_set_string(handle, option, nil) }
  func set(_ option: CURLoption, _ value: UnsafeMutableRawPointer) {
    _ = ccurl_easy_set_pointer(handle, option, value)
  }
  func set(_ option: CURLoption, _ value: @escaping curl_write_callback) {
    _ = ccurl_easy_set_data_callback(handle, option, value)
  }

  /// Called before the request is sent (https://curl.se/libcurl/c/CURLOPT_PREREQFUNCTION.html).
  func setConnected(_ value: @escaping curl_prereq_callback, _ own: UnsafeMutableRawPointer) {
    _ = ccurl_easy_set_connected_callback(handle, value)
    set(CURLOPT_PREREQDATA, own)
  }

  func setHeaders(_ headers: [HTTPHeader]) {
    // With a colon and no value, curl removes its own header of that name.
    set(
      CURLOPT_HTTPHEADER, headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" })
  }

  /// - Parameter hosts: names that curl need not look up.
  func setAddresses(_ hosts: [KnownHost]) { set(CURLOPT_RESOLVE, hosts.map(\.entry)) }

  private func set(_ option: CURLoption, _ lines: [String]) {
    var list: UnsafeMutablePointer<curl_slist>?
    for line in lines {
      if let longer = ccurl_list_append(list, line) { list = longer }
    }
    guard let list else { return }
    lists.append(list)
    _ = ccurl_easy_set_list(handle, option, list)
  }

  /// curl delivers paused data at once, within this call; if that fails, the data is lost.
  func resume() -> CURLcode { ccurl_easy_pause(handle, 0) }

  var hasSentRequest: Bool { number(CURLINFO_REQUEST_SIZE) > 0 }

  var hasNewConnection: Bool { number(CURLINFO_NUM_CONNECTS) > 0 }

  func number(_ info: CURLINFO) -> Int {
    var value = 0
    return ccurl_easy_get_long(handle, info, &value) == CURLE_OK ? value : 0
  }

  /// From a number or a date; nil: the server asks for no wait.
  var retryAfter: Duration? {
    var seconds: curl_off_t = 0
    guard ccurl_easy_get_offset(handle, CURLINFO_RETRY_AFTER, &seconds) == CURLE_OK, seconds > 0 else {
      return nil
    }
    // A server that wants longer gets the next request earlier, and can send the header again.
    return .seconds(min(seconds, 3600))
  }

  func text(_ info: CURLINFO) -> String? {
    var value: UnsafeMutablePointer<CChar>?
    guard ccurl_easy_get_string(handle, info, &value) == CURLE_OK, let value else { return nil }
    return String(cString: value)
  }

  func fault(_ code: CURLcode) -> CurlError {
    CurlError(
      code: code, words: String(cString: words),
      standard: ccurl_easy_strerror(code).map { String(cString: $0) } ?? "curl error \(code.rawValue)",
      tunnelStatus: number(CURLINFO_HTTP_CONNECTCODE))
  }
}
