import Testing

@testable import MovieClient

struct CallRequestTests {
  private func params(_ words: [String], input: String = "") throws -> String? {
    let call = try CallArguments(words)
    return try CallRequest.params(of: call) { () throws(CommandError) in bytes(input) }.map(text)
  }

  @Test func every_form_gives_the_same_parameters() throws {
    let wanted = #"{"q":"dune","year":2021}"#
    #expect(try params(["search", "q=dune", "year=2021"]) == wanted)
    #expect(try params(["search", wanted]) == wanted)
    #expect(try params(["search", #"<"q":"dune","year":2021>"#]) == wanted)
    #expect(try params(["search", "-"], input: "\n{\"q\":\"dune\",\n\"year\":2021}\n") == wanted)
    #expect(try params(["search", "-"], input: #" <"q":"dune","year":2021> "#) == wanted)
  }

  @Test func an_unknown_method_gets_texts() throws {
    #expect(try params(["future", "year=2021", "n:=1"]) == #"{"year":"2021","n":1}"#)
  }

  @Test(arguments: ["", " \n", "1", "\"a\"", "null", "q=dune"])
  func standard_input_must_hold_parameters(_ input: String) {
    let failure = #expect(throws: CommandError.self) { try params(["search", "-"], input: input) }
    #expect(failure?.status == .usage)
  }

  @Test func a_request_is_one_line() {
    #expect(
      text(CallRequest.line(id: 3, method: "a\"\n", params: bytes("[1]")))
        == #"{"jsonrpc":"2.0","id":3,"method":"a\"\n","params":[1]}"# + "\n")
    #expect(
      text(CallRequest.line(id: 1, method: "ping", params: nil))
        == #"{"jsonrpc":"2.0","id":1,"method":"ping"}"# + "\n")
  }
}
