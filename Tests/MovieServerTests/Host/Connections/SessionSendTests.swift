import EventLoop
import Glibc
import JSONRPC
import MovieProtocol
import TestSupport
import Testing

@testable import MovieServer

/// Clients that ask and do not read.
@Suite(.timeLimit(.minutes(20))) struct SessionSendTests {
  @Test func a_reader_that_stops_is_given_up_after_write_stall_ms() async throws {
    let (server, _) = await InProcess.holding {
      $0.writeStallMilliseconds = 1
      $0.writeSoftBytes = 4096
    }
    let client = try await server.connect()
    do {
      // More answers than the kernel keeps for it.
      for _ in 1...20 { try client.send((1...1000).map(Ask.ping).joined(separator: "\n")) }
    } catch {
      // Closed while it was still sending.
    }
    #expect(await server.until { $0.sessions.isEmpty })
  }

  @Test func nobody_makes_more_than_write_hard_bytes_wait() async throws {
    let (server, _) = await InProcess.holding {
      $0.writeSoftBytes = 64 << 20
      $0.writeHardBytes = 65_536
    }
    let client = try await server.connect()
    do {
      for _ in 1...20 { try client.send((1...1000).map(Ask.ping).joined(separator: "\n")) }
    } catch {
      // Closed while it was still sending.
    }
    #expect(await server.until { $0.sessions.isEmpty })
  }

  @Test func batch_that_cannot_be_sent_ends_where_that_is_clear() async throws {
    let (server, _) = await InProcess.holding { $0.writeHardBytes = 65_536 }
    let client = try await server.connect()
    try client.send("[\(Ask.method(1, "rpc.discover")),\(Ask.method(2, "shutdown"))]")
    #expect(await server.until { $0.sessions.isEmpty })
    #expect(await server.see { !$0.isStopping })
  }

  @Test func timers_do_not_outlive_what_they_watch() async throws {
    let server = await InProcess.make()
    let client = try await server.connect()
    #expect(try client.call(Ask.ping(1)).id == 1)
    #expect(await server.until { !$0.sessions[0].writeTimeout.timer.isActive })
    #expect(await server.see { !$0.sessions[0].readTimeout.timer.isActive })
  }
}
