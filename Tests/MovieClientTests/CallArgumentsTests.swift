import Testing

@testable import MovieClient

struct CallArgumentsTests {
  @Test func a_method_may_stand_alone() throws {
    #expect(try CallArguments(["ping"]).params == .none)
  }

  @Test(arguments: [#"{"q":1}"#, "[1]", "<>"])
  func json_is_one_word(_ word: String) throws {
    #expect(try CallArguments(["search", word]).params == .text(word))
  }

  @Test func a_dash_is_standard_input() throws {
    #expect(try CallArguments(["search", "-"]).params == .standardInput)
  }

  @Test func pairs_keep_their_order() throws {
    let call = try CallArguments(["search", "q=dune", "year:=2021"])
    guard case .pairs(let pairs) = call.params else { throw CommandError(.failed, "no pairs") }
    #expect(pairs.map(\.name) == ["q", "year"])
  }

  @Test(arguments: [
    ([], "call needs the name of a method"),
    (["q=dune"], "the first argument must be a method's name, not \"q=dune\""),
    ([#"{"q":1}"#], #"the first argument must be a method's name, not "{"q":1}""#),
    ([""], "the first argument must be a method's name, not \"\""),
    (["search", "q=a", "q=b"], "q is given twice"),
    (["search", "q=a", "q:=1"], "q is given twice"),
    (["search", "{}", "q=a"], "give the parameters as JSON or as name=text pairs, not both"),
    (["search", "q=a", "-"], "give the parameters as JSON or as name=text pairs, not both"),
    (["search", "{q:", "dune}"], "the parameters must be one word of the command line, not 2"),
    (["search", "dune"], "\"dune\" is neither JSON nor a name=text pair"),
    (["search", "q=a", ""], "\"\" is neither JSON nor a name=text pair"),
  ])
  func wrong_words_are_usage_errors(_ words: [String], _ message: String) {
    let failure = #expect(throws: CommandError.self) { try CallArguments(words) }
    #expect(failure?.status == .usage)
    #expect(failure?.message == message)
    #expect(failure?.hint != nil)
  }
}
