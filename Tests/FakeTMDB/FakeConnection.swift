import Foundation
import JSONRPC
import Synchronization

/// One connection, on its own thread: request after request until the peer or a fault ends it.
final class FakeConnection {
  private let descriptor: CInt
  private let fake: FakeTMDB
  private var received: [UInt8] = []

  init(_ descriptor: CInt, _ fake: FakeTMDB) {
    self.descriptor = descriptor
    self.fake = fake
  }

  func run() {
    var on: CInt = 1
    setsockopt(descriptor, CInt(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<CInt>.size))
    while let head = readHead(), let request = request(head), let body = readBody(request) {
      fake.remember(request)
      let goesOn = answer(request, body)
      fake.state.withLock { $0.underWay -= 1 }
      if !goesOn || request.headers["connection"]?.lowercased() == "close" { break }
    }
    fake.state.withLock { _ = $0.connections.remove(descriptor) }
    close(descriptor)
  }

  private func readHead() -> String? {
    while true {
      if let end = received.firstRange(of: Array("\r\n\r\n".utf8)) {
        let head = String(decoding: received[..<end.lowerBound], as: UTF8.self)
        received.removeFirst(end.upperBound)
        return head
      }
      guard received.count < 65_536 else { return nil }
      var chunk = [UInt8](repeating: 0, count: 16_384)
      let count = recv(descriptor, &chunk, chunk.count, 0)
      guard count > 0 else { return nil }
      received += chunk[..<count]
    }
  }

  private func readBody(_ request: FakeTMDB.Request) -> JSONValue? {
    let length = Int(request.headers["content-length"] ?? "") ?? 0
    while received.count < length {
      var chunk = [UInt8](repeating: 0, count: 16_384)
      let count = recv(descriptor, &chunk, chunk.count, 0)
      guard count > 0 else { return nil }
      received += chunk[..<count]
    }
    defer { received.removeFirst(length) }
    return (try? JSONValue(parsing: Array(received[..<length]).span)) ?? .null
  }

  private func request(_ head: String) -> FakeTMDB.Request? {
    let lines = head.components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    guard words.count == 3, ["GET", "POST", "DELETE"].contains(words[0]) else { return nil }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
    }
    return FakeTMDB.Request(
      method: String(words[0]), target: String(words[1]), headers: headers,
      at: ProcessInfo.processInfo.systemUptime)
  }

  /// False: close the connection.
  private func answer(_ request: FakeTMDB.Request, _ body: JSONValue) -> Bool {
    if fake.refuses(request) { return sendError(429, 1) }
    let isImage = request.target.hasPrefix("/t/p/")
    let (faults, imageFault, key, maxAge) = fake.state.withLock {
      ($0.faults, $0.imageFault, $0.key, $0.maxAge)
    }
    let fault =
      isImage && imageFault != nil
      ? imageFault : faults.first { $0.chance >= .random(in: 0..<1) }?.fault
    switch fault {
    case .slow(let milliseconds): usleep(UInt32(clamping: milliseconds * 1000))
    case .reset:
      var linger = linger(l_onoff: 1, l_linger: 0)
      setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
      return false
    case .hang:
      var byte: UInt8 = 0
      _ = recv(descriptor, &byte, 1, 0)
      return false
    case .html:
      return send(
        200, Array("<html><body>Please log in to the hotel's network.</body></html>".utf8), type: "text/html")
    case .status(let status, let retryAfter): return sendError(status, retryAfter)
    case .huge: return sendWithoutEnd(head(200, 1 << 40, headers: []))
    case .endless: return sendWithoutEnd(Array("HTTP/1.1 200 Fake\r\nConnection: close\r\n\r\n".utf8))
    case .svg:
      let drawing = "<?xml version=\"1.0\"?><svg xmlns=\"http://www.w3.org/2000/svg\"><script/></svg>"
      return send(200, Array(drawing.utf8), type: "image/svg+xml")
    default: break
    }
    if isImage { return sendImage(request.target, isCut: fault == .cut) }
    let parts = request.target.split(separator: "?", maxSplits: 1).map(String.init)
    let query = Self.query(parts.count == 2 ? parts[1] : "")
    if let key, parts[0].hasPrefix("/3/"), query["api_key"] != key,
      request.headers["authorization"] != "Bearer \(key)"
    {
      return sendError(401, nil)
    }
    let ofAccount = fake.state.withLock { state in
      let answer = state.account.answer(request.method, parts[0], query, body)
      if fault == .doubled { _ = state.account.answer(request.method, parts[0], query, body) }
      return answer
    }
    if fault == .lost { return false }
    if let ofAccount { return send(ofAccount, fault, ifNoneMatch: nil, maxAge: 0) }
    let (previews, releases) = fake.state.withLock { ($0.previews, $0.releases) }
    let answer = FakeAnswers.answer(parts[0], query, previews: previews, releases)
    return send(answer, fault, ifNoneMatch: request.headers["if-none-match"], maxAge: maxAge)
  }

  private func send(
    _ answer: FakeAnswers.Answer, _ fault: FakeFault?, ifNoneMatch tag: String?, maxAge: Int
  ) -> Bool {
    var value = answer.body
    if fault == .wrong { value = FakeBody.wrong(value) }
    if fault == .nulls { value = FakeBody.nulls(value) }
    var body = Array(value.text().utf8)
    let etag = "W/\"\(String(body.reduce(5381) { ($0 &* 33) ^ UInt64($1) }, radix: 16))\""
    if fault == .gzipUnsaid { body = FakeBody.gzip(body) }
    let headers = ["ETag: \(etag)", "Cache-Control: public, max-age=\(maxAge)"]
    if answer.status == 200, tag == etag { return send(304, [], headers: headers) }
    if fault == .cut {
      _ = write(head(200, body.count, headers: headers) + body.prefix(body.count / 2))
      return false
    }
    return send(answer.status, body, headers: answer.status == 200 ? headers : [])
  }

  private func sendImage(_ target: String, isCut: Bool) -> Bool {
    guard let (type, bytes) = FakePicture.answer(target) else {
      return send(404, Array("<html>Not found</html>".utf8), type: "text/html")
    }
    let headers = ["Cache-Control: public, max-age=31919000", "ETag: \"\(target.count)-\(bytes.count)\""]
    let head = head(200, bytes.count, type: type, headers: headers)
    return write(head + (isCut ? bytes.prefix(bytes.count / 2) : bytes[...])) && !isCut
  }

  private func sendError(_ status: Int, _ retryAfter: Int?) -> Bool {
    let headers = retryAfter.map { ["Retry-After: \($0)"] } ?? []
    switch status {
    case 401:
      return refuse(401, 7, "Invalid API key: You must be granted a valid key.")
    case 404:
      return refuse(404, 34, "The resource you requested could not be found.")
    case 429:
      return refuse(429, 25, "Your request count is over the allowed limit.", headers: headers)
    default: return send(status, Array("<html>\(status)</html>".utf8), type: "text/html", headers: headers)
    }
  }

  private func refuse(_ status: Int, _ code: Int, _ message: String, headers: [String] = []) -> Bool {
    let body: JSONValue = [
      "success": false, "status_code": .integer(code), "status_message": .string(message),
    ]
    return send(status, Array(body.text().utf8), headers: headers)
  }

  private func sendWithoutEnd(_ head: [UInt8]) -> Bool {
    guard write(head) else { return false }
    let chunk = [UInt8](repeating: UInt8(ascii: " "), count: 65_536)
    while write(chunk) {}
    return false
  }

  private func send(
    _ status: Int, _ body: [UInt8], type: String = "application/json;charset=utf-8", headers: [String] = []
  ) -> Bool {
    write(head(status, body.count, type: type, headers: headers) + body)
  }

  private func head(
    _ status: Int, _ length: Int, type: String = "application/json;charset=utf-8", headers: [String]
  ) -> [UInt8] {
    let lines = ["HTTP/1.1 \(status) Fake", "Content-Type: \(type)", "Content-Length: \(length)"] + headers
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  private func write(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private static func query(_ text: String) -> [String: String] {
    var query: [String: String] = [:]
    for pair in text.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
      let value = parts.count == 2 ? parts[1].replacingOccurrences(of: "+", with: " ") : ""
      query[parts[0].removingPercentEncoding ?? parts[0]] = value.removingPercentEncoding ?? value
    }
    return query
  }
}
