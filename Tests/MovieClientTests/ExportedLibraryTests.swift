import Testing

@testable import MovieClient

@Suite struct ExportedLibraryTests {
  private func read(_ answers: [String]) throws -> (entries: [String], request: [String]) {
    let request = TitleRequest()
    let server = try TestServer { descriptor in
      for (index, answer) in answers.enumerated() {
        request.lines.append(TestServer.readLine(descriptor))
        TestServer.write(descriptor, #"{"jsonrpc":"2.0","id":\#(index + 1),"result":\#(answer)}"# + "\n")
      }
    }
    var caller = try server.caller()
    var entries: [String] = []
    let count = try ExportedLibrary.read(&caller) {
      entries.append(String(decoding: $0, as: UTF8.self))
    }
    #expect(count == entries.count)
    return (entries, request.lines)
  }

  /// Written by the server's thread before it answers, read when all is answered.
  private final class TitleRequest: @unchecked Sendable {
    var lines: [String] = []
  }

  @Test func answers_are_asked_for_until_there_is_no_next() throws {
    let (entries, request) = try read([
      #"{"entries":[{"kind":"settings","value":1.50},{"a":"\u0000"}],"next":"entries:1"}"#,
      #"{"entries":[],"next":"x\"y"}"#, #"{"entries":[{"b":2}],"next":null}"#,
    ])
    #expect(entries == [#"{"kind":"settings","value":1.50}"#, #"{"a":"\u0000"}"#, #"{"b":2}"#])
    #expect(request.count == 3 && request[1].contains(#""params":{"cursor":"entries:1"}"#))
    #expect(request[2].contains(#"{"cursor":"x\"y"}"#))
  }

  @Test func export_that_does_not_go_on_is_given_up() {
    let answer = #"{"entries":[],"next":"a"}"#
    #expect(throws: CommandError.self) { try read([answer, answer]) }
    #expect(throws: CommandError.self) { try read(["{}"]) }
    #expect(throws: CommandError.self) { try read([#"{"entries":7}"#]) }
  }
}
