import Glibc
import JSONRPC
import TestSupport
import Testing

/// `movierpc pipe`: standard input and output joined to the socket.
@Suite struct PipeTests {
  private let ping = #"{"jsonrpc":"2.0","id":"p","method":"ping"}"#
  private let pong = #"{"jsonrpc":"2.0","id":"p","result":{"pong":true}}"#

  private func search(_ id: Int, _ wait: Int) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"search","params":{"q":"xyzzy","debounce_ms":\#(wait)}}"#
  }

  /// The end of the input does not cut off what is still to be answered.
  @Test func slow_answers_are_waited_for() throws {
    let outcome = try Home().client(["pipe"], input: "\(search(1, 700))\n\(ping)\n")
    let lines = outcome.output.split(separator: "\n")
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(lines.count == 2 && lines.first.map(String.init) == pong)
    #expect(lines.last?.hasPrefix(#"{"jsonrpc":"2.0","id":1,"result""#) == true)
  }

  @Test func big_answers_come_whole() throws {
    let home = try Home()
    let discover = (1...100).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"rpc.discover"}"# }
    let outcome = try home.client(["pipe"], input: discover.joined(separator: "\n") + "\n")
    #expect(outcome.status == 0)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 100 && Set(lines.map(\.utf8.count)).count <= 3)
    #expect(Set(try lines.map { try JSONValue(parsing: String($0))["id"]?.intValue }) == Set(1...100))
  }

  /// More in each direction than any buffer between holds.
  @Test func many_requests_and_answers_hold_each_other_up_but_never_for_good() throws {
    let home = try Home()
    let one = #"{"jsonrpc":"2.0","id":1,"method":"search","params":{"q":"the"}}"#
    let outcome = try home.client(["pipe"], input: String(repeating: one + "\n", count: 3000))
    #expect(outcome.status == 0)
    #expect(outcome.output.utf8.reduce(0) { $0 + ($1 == 10 ? 1 : 0) } == 3000)
  }

  @Test func empty_input_is_no_failure() throws {
    let outcome = try Home().client(["pipe"])
    #expect(outcome.status == 0 && outcome.output == "" && outcome.errors == "")
  }

  @Test func last_line_without_an_end_is_answered() throws {
    #expect(try Home().client(["pipe"], input: ping).output == pong + "\n")
  }

  /// Answers come while the input stays open, and the daemon's end ends the pipe.
  @Test func conversation_goes_to_and_fro_until_the_daemon_ends() throws {
    let home = try Home()
    try home.client(["daemon", "start"])
    var ends: [CInt] = [-1, -1]
    pipe(&ends)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let relay = try home.start(["pipe"], descriptors: [0: ends[0]])
    close(ends[0])
    defer { close(ends[1]) }
    let line = Array((ping + "\n").utf8)
    for count in 1...3 {
      #expect(write(ends[1], line, line.count) == line.count)
      try Wait.until("answer \(count) is there: \(relay.errors)") {
        relay.output == String(repeating: pong + "\n", count: count)
      }
    }
    #expect(try home.client(["daemon", "stop"]).status == 0)
    let outcome = try relay.wait()
    #expect(outcome.status == 3)
    #expect(outcome.errors == "movierpc: the daemon closed the connection (unreachable)\n")
  }
}
