import JSONRPC
import MovieProtocol
import Testing

@Suite struct PersonChoiceTests {
  private func choice(_ params: String) throws -> PersonChoice {
    try PersonChoice(Arguments(PersonMethod.method, params: JSONValue(parsing: params)))
  }

  @Test func key_or_address_or_name() throws {
    #expect(try choice(#"{"key":"person/525"}"#) == .key(PersonKey(525)))
    #expect(try choice(#"{"name":"person/525"}"#) == .key(PersonKey(525)))
    #expect(
      try choice(#"{"name":"https://www.themoviedb.org/person/525-christopher-nolan?language=de"}"#)
        == .key(PersonKey(525)))
    #expect(try choice(#"{"name":" nolan "}"#) == .name("nolan"))
  }

  @Test(arguments: [
    "{}", #"{"key":"person/525","name":"nolan"}"#, #"{"key":"movie/1"}"#, #"{"key":"person/0525"}"#,
    #"{"name":"a\u0000b"}"#, #"{"name":" "}"#,
  ])
  func anything_else_is_refused(_ params: String) {
    #expect(throws: RPCError.self) { try choice(params) }
  }

  @Test func number_alone_is_mended() throws {
    let error = #expect(throws: RPCError.self) {
      try Arguments(PersonMethod.method, params: ["key": 525])
    }
    #expect(error?.hint == #"send {"key":"person/525"}"#)
  }
}
