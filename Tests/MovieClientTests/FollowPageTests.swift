import JSONRPC
import MovieProtocol
import Testing

@testable import MovieClient

struct FollowPageTests {
  private let nolan =
    #"{"key":"person/525","name":"Christopher Nolan","known_for_department":"Directing","#
    + #""profile_path":null,"added_at":"2026-11-21T09:30:00Z"}"#

  private func line(_ item: String, changed: Bool = true, isRemoval: Bool = false) throws -> String {
    let result = try JSONValue(parsing: #"{"changed":\#(changed),"item":\#(item),"total_results":2}"#)
    return FollowPage.line(result, isRemoval: isRemoval)
  }

  @Test func people_are_a_table() throws {
    let zoe =
      #"{"key":null,"name":"Zoe\u001b[31m","known_for_department":null,"added_at":"2026-11-20T09:30:00Z"}"#
    let result = try JSONValue(
      parsing: #"{"results":[\#(nolan),\#(zoe)],"page":1,"total_results":2,"next_page":null}"#)
    #expect(
      FollowPage.text(result, on: Screen(width: 80), in: .utc) == """
        NAME               KNOWN FOR  SINCE       KEY
        Christopher Nolan  Directing  2026-11-21  person/525
        Zoe[31m            -          2026-11-20

        """)
    #expect(FollowPage.text([:], on: Screen(width: 80)) == "")
  }

  @Test func change_is_a_sentence() throws {
    #expect(try line(nolan) == "you follow Christopher Nolan, person/525 (2 people)")
    #expect(try line(nolan, changed: false) == "you follow Christopher Nolan, person/525 already")
    #expect(
      try line(nolan, isRemoval: true) == "you follow Christopher Nolan, person/525 no longer (2 people)")
    #expect(try line("null", changed: false, isRemoval: true) == "you do not follow this person")
  }

  @Test func people_that_may_be_meant_are_commands() throws {
    let error = #"""
      {"code":1,"message":"follow.add: nobody is called \"nolan\"","data":{"kind":"ambiguous","candidates":[
      {"key":"person/525","name":"Christopher Nolan","known_for_department":"Directing"},
      {"key":null,"name":"Lloyd Nolan","known_for_department":null}]}}
      """#
    let failure = ErrorReply(Array(error.utf8)).failure()
    #expect(
      failure.candidates == [
        .init(key: "person/525", name: "Christopher Nolan (Directing)"),
        .init(key: "Lloyd Nolan", name: "Lloyd Nolan"),
      ])
  }
}
