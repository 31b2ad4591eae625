import Glibc
import Testing

@testable import MovieClient

struct RPCClientTests {
  @Test func foreign_lines_before_the_reply_are_ignored() throws {
    let server = try TestServer { descriptor in
      #expect(TestServer.readLine(descriptor) == #"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#)
      TestServer.write(descriptor, #"{"jsonrpc":"2.0","method":"event","params":{}}"# + "\n")
      TestServer.write(descriptor, #"{"jsonrpc":"2.0","id":9,"result":{}}"# + "\n")
      TestServer.write(descriptor, #"{"jsonrpc":"2.0","id":1,"result":{"pong":true}}"# + "\n")
    }
    var caller = try server.caller()
    let reply = try caller.call("ping", params: bytes("[]"))
    #expect(reply.answer == .result(bytes(#"{"pong":true}"#)))
    #expect(text(reply.line) == #"{"jsonrpc":"2.0","id":1,"result":{"pong":true}}"#)
  }

  @Test func a_slow_server_may_cut_a_reply_anywhere() throws {
    let server = try TestServer { descriptor in
      _ = TestServer.readLine(descriptor)
      for byte in #"{"id":1,"result":{"é":1}}"#.utf8 + [10] {
        try? Output.write([byte], to: descriptor)
        Wait.pause(milliseconds: 2)
      }
      _ = TestServer.readLine(descriptor)
      TestServer.write(descriptor, "{\"id\":2,\"result\":{}}\n")
    }
    var caller = try server.caller()
    #expect(text(try caller.result("a")) == #"{"é":1}"#)
    #expect(text(try caller.result("b")) == "{}")
  }

  @Test func delay_is_told_once() throws {
    let told = try #require(LibC.pipe())
    let server = try TestServer { descriptor in
      _ = TestServer.readLine(descriptor)
      // No answer before the client has told it.
      _ = TestServer.readLine(told.read)
      TestServer.write(descriptor, "{\"id\":1,\"result\":{}}\n")
    }
    var caller = try server.caller()
    caller.onDelay = { _ in TestServer.write(told.write, "\n") }
    #expect(text(try caller.result("a")) == "{}")
    #expect(caller.onDelay == nil)
    close(told.read)
    close(told.write)
  }

  @Test func two_megabytes_are_a_reply() throws {
    let long = String(repeating: "x", count: (2 << 20) - 100)
    let server = try TestServer { descriptor in
      _ = TestServer.readLine(descriptor)
      TestServer.write(descriptor, "{\"id\":1,\"result\":\"\(long)\"}\n")
    }
    var caller = try server.caller()
    #expect(try caller.result("a").count == long.utf8.count + 2)
  }

  @Test func more_than_two_megabytes_are_refused() throws {
    let server = try TestServer { descriptor in
      _ = TestServer.readLine(descriptor)
      signal(SIGPIPE, SIG_IGN)
      TestServer.write(descriptor, String(repeating: "x", count: 3 << 20))
    }
    var caller = try server.caller()
    let failure = #expect(throws: CommandError.self) { try caller.result("a") }
    #expect(failure?.status == .failed)
  }

  @Test(arguments: ["", #"{"id":1,"resu"#])
  func a_daemon_that_dies_is_told(_ last: String) throws {
    let server = try TestServer { descriptor in
      _ = TestServer.readLine(descriptor)
      TestServer.write(descriptor, last)
    }
    var caller = try server.caller()
    let failure = #expect(throws: CommandError.self) { try caller.result("a") }
    #expect(failure?.status == .unreachable)
  }

  /// As of a daemon that is killed before it accepts the connection.
  @Test func a_request_that_no_daemon_has_read_goes_to_the_next() throws {
    let killed = try TestServer { _ = Wait.until(.readable, $0, Deadline(.patient)) }
    let next = try TestServer { descriptor in
      #expect(TestServer.readLine(descriptor) == #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#)
      TestServer.write(descriptor, #"{"jsonrpc":"2.0","id":1,"result":{"pong":true}}"# + "\n")
    }
    var caller = RPCClient(try killed.connection(), Deadline(.patient)) { () throws(CommandError) in
      guard let connection = try Connection.open(path: next.path, Deadline(.patient)) else {
        throw DaemonConnector.notRunning(ConnectionOptions())
      }
      return connection
    }
    #expect(text(try caller.result("ping")) == #"{"pong":true}"#)
  }

  /// It may have been performed.
  @Test func a_request_that_was_read_is_sent_once() throws {
    let killed = try TestServer { _ = TestServer.readLine($0) }
    var caller = RPCClient(try killed.connection(), Deadline(.patient)) { () throws(CommandError) in
      Issue.record("connected again")
      throw DaemonConnector.notRunning(ConnectionOptions())
    }
    let failure = #expect(throws: CommandError.self) { try caller.result("ping") }
    #expect(failure?.status == .unreachable)
  }

  @Test func a_notice_without_an_id_is_the_answer() throws {
    let server = try TestServer { descriptor in
      // It does not even read the request.
      TestServer.write(
        descriptor,
        #"{"jsonrpc":"2.0","id":null,"error":{"code":1007,"message":"full","data":{"kind":"overloaded","hint":null}}}"#
          + "\n")
    }
    Wait.pause(milliseconds: 20)
    var caller = try server.caller()
    Wait.pause(milliseconds: 20)
    let failure = #expect(throws: CommandError.self) { try caller.result("ping") }
    #expect(failure == CommandError(.tryLater, "full", kind: "overloaded"))
  }

  @Test func what_is_no_daemon_is_told() throws {
    let server = try TestServer { TestServer.write($0, "SSH-2.0\n") }
    var caller = try server.caller()
    let failure = #expect(throws: CommandError.self) { try caller.result("a") }
    #expect(failure?.message == "the program that listens at \(server.path) is not movierpcd")
    #expect(failure?.status == .unreachable)
  }

  @Test func a_daemon_that_never_answers_is_given_up() throws {
    let server = try TestServer { descriptor in
      _ = TestServer.readLine(descriptor)
      TestServer.waitForEnd(descriptor)
    }
    var caller = try server.caller()
    caller.restartDeadline(Seconds("0.05"))
    let failure = #expect(throws: CommandError.self) { try caller.result("a") }
    #expect(failure?.status == .timedOut)
    #expect(failure?.message == "no answer within 0.05 s")
  }

  @Test func a_daemon_that_never_reads_is_given_up() throws {
    let server = try TestServer { TestServer.waitForEnd($0) }
    let connection = try server.connection()
    let short = try Deadline(#require(Seconds("0.05")))
    let failure = #expect(throws: CommandError.self) {
      try connection.send([UInt8](repeating: 32, count: 4 << 20), short)
    }
    #expect(failure?.status == .timedOut)
  }
}
