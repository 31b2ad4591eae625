import Testing

@testable import MovieClient

/// A daemon that wants terms accepted, and what the client makes of it.
struct RPCClientLicenseTests {
  private static let refusal = """
    {"jsonrpc":"2.0","id":1,"error":{"code":1011,"message":"IMDb's files are for personal use","data":\
    {"kind":"forbidden","needs":"license","retry_after_ms":null,"hint":"accept"}}}

    """

  private func send(
    _ requests: [String], _ answers: [String], accepts: Bool
  ) throws -> (terms: [String], outcome: Result<[UInt8], CommandError>) {
    let server = try TestServer { descriptor in
      for (request, answer) in zip(requests, answers) {
        #expect(TestServer.readLine(descriptor) == request)
        TestServer.write(descriptor, answer)
      }
    }
    var caller = try server.caller()
    var params = MethodParams("catalogue.import")
    params.add("file", "/a")
    var terms: [String] = []
    let outcome = Result { () throws(CommandError) in
      try caller.result(
        params,
        license: { (text: String) throws(CommandError) in
          terms.append(text)
          return accepts
        })
    }
    return (terms, outcome)
  }

  private static let first = #"{"jsonrpc":"2.0","id":1,"method":"catalogue.import","params":{"file":"/a"}}"#

  @Test func accepted_terms_are_sent() throws {
    let second =
      #"{"jsonrpc":"2.0","id":2,"method":"catalogue.import","params":{"file":"/a","accept_license":true}}"#
    let sent = try send(
      [Self.first, second], [Self.refusal, #"{"jsonrpc":"2.0","id":2,"result":{}}"# + "\n"], accepts: true)
    #expect(sent.terms == ["IMDb's files are for personal use"])
    #expect(try sent.outcome.get() == Array("{}".utf8))
  }

  @Test func refusal_stands_where_they_are_not_accepted() throws {
    let sent = try send([Self.first], [Self.refusal], accepts: false)
    let failure = #expect(throws: CommandError.self) { try sent.outcome.get() }
    #expect(failure?.kind == "forbidden" && failure?.hint == "accept")
  }

  @Test func nothing_is_asked_where_no_terms_have_to_be_accepted() throws {
    let sent = try send(
      [Self.first], [#"{"jsonrpc":"2.0","id":1,"result":{}}"# + "\n"], accepts: true)
    #expect(sent.terms == [])
  }

  @Test(arguments: [("yes", true), ("Y\r", true), (" ja ", true), ("Sí", true), ("no", false), ("", false)])
  func answer_is_yes_in_each_language(answer: String, isYes: Bool) {
    #expect(ConsentInput.isYes(Array(answer.utf8)) == isYes)
  }
}
