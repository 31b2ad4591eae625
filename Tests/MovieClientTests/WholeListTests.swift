import JSONRPC
import Testing

@testable import MovieClient

@Suite struct WholeListTests {
  /// Answers each line with the next of `answers`; what was asked, when all is answered.
  private func read(
    _ answers: [String], _ body: (inout RPCClient) throws(CommandError) -> JSONValue
  ) throws -> (result: String, request: [String]) {
    let request = TitleRequest()
    let server = try TestServer { descriptor in
      for (index, answer) in answers.enumerated() {
        request.lines.append(TestServer.readLine(descriptor))
        TestServer.write(descriptor, #"{"jsonrpc":"2.0","id":\#(index + 1),"result":\#(answer)}"# + "\n")
      }
    }
    var caller = try server.caller()
    return (try body(&caller).text(), request.lines)
  }

  private final class TitleRequest: @unchecked Sendable {
    var lines: [String] = []
  }

  @Test func pages_become_one_and_a_row_comes_once() throws {
    var params = MethodParams("watchlist")
    params.add("watched", true)
    let (result, request) = try read([
      #"{"rev":4,"results":[{"key":"a"},{"key":"b"}],"page":1,"page_size":2,"next_page":2,"total_pages":2,"#
        + #""total_results":4,"meta":{"source":"library"}}"#,
      #"{"rev":4,"results":[{"key":"b"},{"key":"c"}],"page":2,"page_size":2,"next_page":null,"#
        + #""total_pages":2,"total_results":4,"meta":null}"#,
    ]) { caller throws(CommandError) in try WholeList.read(params, &caller) }
    #expect(
      result
        == #"{"rev":4,"results":[{"key":"a"},{"key":"b"},{"key":"c"}],"page":1,"page_size":3,"#
        + #""next_page":null,"total_pages":1,"total_results":3,"meta":{"source":"library"}}"#)
    #expect(request.count == 2)
    #expect(request[0].contains(#""params":{"watched":true,"page":1,"page_size":100}"#))
    #expect(request[1].contains(#""page":2,"page_size":100"#))
  }

  @Test func journal_has_all_changes_of_a_title() throws {
    let (result, _) = try read([
      #"{"rev":4,"results":[{"id":3,"key":"a"},{"id":2,"key":"a"}],"total_results":3,"next_page":2}"#,
      #"{"rev":4,"results":[{"id":2,"key":"a"},{"id":1,"key":"a"}],"total_results":3,"next_page":null}"#,
    ]) { caller throws(CommandError) in try WholeList.read(MethodParams("account.journal"), &caller) }
    #expect(
      result
        == #"{"rev":4,"results":[{"id":3,"key":"a"},{"id":2,"key":"a"},{"id":1,"key":"a"}],"total_results":3,"#
        + #""next_page":null}"#)
  }

  @Test func list_that_becomes_another_is_read_again_from_its_beginning() throws {
    let (result, request) = try read([
      #"{"rev":4,"results":[{"key":"a"}],"next_page":2}"#,
      #"{"rev":5,"results":[{"key":"c"}],"next_page":null}"#,
      #"{"rev":5,"results":[{"key":"b"}],"next_page":2}"#,
      #"{"rev":5,"results":[{"key":"d"}],"next_page":null}"#,
    ]) { caller throws(CommandError) in try WholeList.read(MethodParams("watchlist"), &caller) }
    #expect(result == #"{"rev":5,"results":[{"key":"b"},{"key":"d"}],"next_page":null}"#)
    #expect(request.map { $0.contains(#""page":1,"#) } == [true, false, true, false])
  }

  /// One that changes all the time would never be read.
  @Test func list_that_changes_each_time_is_read_in_the_end() throws {
    let pages = (1...8).map { number in
      #"{"rev":\#(number),"results":[{"key":"\#(number)"}],"next_page":\#(number % 2 == 0 ? "null" : "2")}"#
    }
    let (result, request) = try read(pages) { caller throws(CommandError) in
      try WholeList.read(MethodParams("watchlist"), &caller)
    }
    #expect(request.count == 8)
    #expect(result == #"{"rev":7,"results":[{"key":"7"},{"key":"8"}],"next_page":null}"#)
  }

  @Test(arguments: [
    [#"{"results":[],"next_page":1}"#], [#"{"results":[],"next_page":3}"#, #"{"results":[],"next_page":2}"#],
    ["{}"], ["[]"],
  ])
  func list_that_does_not_go_on_is_given_up(_ answers: [String]) {
    #expect(throws: CommandError.self) {
      try read(answers) { caller throws(CommandError) in
        try WholeList.read(MethodParams("favorites"), &caller)
      }
    }
  }

  @Test func search_that_was_repeated_meanwhile_appears_once() throws {
    let (result, _) = try read([
      #"{"rev":"a","results":[{"term":"new"},{"term":"old"}],"total_results":3,"next_page":2}"#,
      #"{"rev":"a","results":[{"term":"old"},{"term":"older"}],"total_results":3,"next_page":null}"#,
    ]) { caller throws(CommandError) in try WholeList.read(MethodParams("searches"), &caller) }
    #expect(
      result == #"{"rev":"a","results":[{"term":"new"},{"term":"old"},{"term":"older"}],"#
        + #""total_results":3,"next_page":null}"#)
  }
}
