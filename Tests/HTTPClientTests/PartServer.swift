import Glibc
import Synchronization
import TestSupport

/// Serves one file as good servers do: with ranges, and only of the version that the client has.
final class PartServer: Sendable {
  let requests = Noted<String>()
  private let server: RawServer

  /// - Parameters:
  ///   - firstCut: the first answer ends after so many bytes.
  ///   - firstHang: the first answer stops there, and the connection stays open.
  init(_ bytes: [UInt8], tag: String, firstCut: Int? = nil, firstHang: Int? = nil) throws {
    let requests = requests
    let isFirst = Mutex(true)
    server = try RawServer { peer in
      while let request = peer.request() {
        requests.note(request)
        let (head, body) = Self.answer(request, bytes, tag)
        let first = isFirst.withLock { value in
          defer { value = false }
          return value
        }
        let count = first ? firstCut ?? firstHang ?? body.count : body.count
        peer.send(Array(head.utf8) + body.prefix(count))
        if first, firstCut != nil { return }
        if first, firstHang != nil { return peer.waitForEnd() }
      }
    }
  }

  func url() -> String { server.url("/file") }

  private static func answer(_ request: String, _ bytes: [UInt8], _ tag: String) -> (
    String, ArraySlice<UInt8>
  ) {
    let lines = request.split(separator: "\r\n")
    let start = lines.first { $0.hasPrefix("Range: bytes=") }
      .flatMap { Int($0.dropFirst("Range: bytes=".count).dropLast()) }
    let isSame = lines.contains { $0 == "If-Range: \(tag)" }
    guard let start, isSame else {
      return ("HTTP/1.1 200 OK\r\nETag: \(tag)\r\nContent-Length: \(bytes.count)\r\n\r\n", bytes[...])
    }
    guard start < bytes.count else {
      return (
        "HTTP/1.1 416 Range\r\nContent-Range: bytes */\(bytes.count)\r\nContent-Length: 0\r\n\r\n", []
      )
    }
    return (
      "HTTP/1.1 206 Partial\r\nETag: \(tag)\r\nContent-Length: \(bytes.count - start)\r\n"
        + "Content-Range: bytes \(start)-\(bytes.count - 1)/\(bytes.count)\r\n\r\n", bytes[start...]
    )
  }
}
