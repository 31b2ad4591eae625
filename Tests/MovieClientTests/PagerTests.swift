import Testing

@testable import MovieClient

struct PagerTests {
  @Test(arguments: [
    ([:], "less"), (["PAGER": "more -x"], "more -x"), (["PAGER": "more", "MOVIERPC_PAGER": "most"], "most"),
    (["PAGER": ""], nil), (["PAGER": "less", "MOVIERPC_PAGER": "cat"], nil),
  ])
  func program_is_that_of_the_environment(_ variables: [String: String], _ program: String?) {
    #expect(Pager.program { variables[$0] } == program)
  }
}
