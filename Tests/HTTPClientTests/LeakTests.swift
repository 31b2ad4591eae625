import EventLoop
import Glibc
import HTTPClient
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) @LoopActor struct LeakTests {
  @Test func two_hundred_transfers_leave_no_descriptor() async throws {
    let kinds = ["/ok", "/cut", "/reset", "/hang"]
    let server = try RawServer { peer in
      while let request = peer.request() {
        if request.hasPrefix("GET /ok") {
          peer.send(answer(200, "fine"))
        } else if request.hasPrefix("GET /cut") {
          peer.send("HTTP/1.1 200 OK\r\nETag: \"1\"\r\nContent-Length: 10\r\n\r\nabc")
          return
        } else if request.hasPrefix("GET /reset") {
          return peer.reset()
        } else {
          return peer.waitForEnd()
        }
      }
    }
    let folder = try TemporaryFolder()
    try await withClient { client in
      let statuses = try await Array(0..<200).concurrentMap { number in
        let kind = number % kinds.count
        var request = patient(server.url(kinds[kind]))
        if kind == 3 { request.timeout = .milliseconds(100) }
        if number % 3 == 0 { request.destination = .file("\(folder.path)/\(number)", resume: true) }
        return (try? await client.send(request))?.status
      }
      #expect(statuses.count { $0 == 200 } == 50)
      // What is kept for the next request.
      #expect(ours(folder, server).count <= client.configuration.maxConnections)
    }
    #expect(ours(folder, server) == [])
  }

  /// What is open of the folder, and the ends that the client has of connections to the server.
  private func ours(_ folder: TemporaryFolder, _ server: RawServer) -> [String] {
    let port = String(server.port, radix: 16, uppercase: true)
    let suffix = ":" + String(repeating: "0", count: max(0, 4 - port.count)) + port
    let sockets = Set(
      TemporaryFolder.read("/proc/self/net/tcp").split(separator: "\n").compactMap { line -> String? in
        let fields = line.split(separator: " ")
        return fields.count > 9 && fields[2].hasSuffix(suffix) ? "socket:[\(fields[9])]" : nil
      })
    return ProcessFigures.names(in: "/proc/self/fd").compactMap { name in
      var target = [CChar](repeating: 0, count: 4096)
      let count = readlink("/proc/self/fd/\(name)", &target, target.count)
      let what = String(decoding: target.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
      return sockets.contains(what) || what.hasPrefix(folder.path) ? what : nil
    }
  }
}
