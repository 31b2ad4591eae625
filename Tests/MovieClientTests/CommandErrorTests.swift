import Testing

@testable import MovieClient

struct CommandErrorTests {
  @Test func message_kind_and_hint_are_shown() {
    #expect(
      CommandError(.notFound, "no such title", kind: "not_found", hint: "try another").text
        == "movierpc: no such title (not_found)\ntry another\n")
    #expect(CommandError.usage("wrong").text == "movierpc: wrong\n")
    #expect(CommandError.unreachable("one\ntwo").text == "movierpc: one (unreachable)\ntwo\n")
  }

  @Test func what_steers_a_terminal_is_removed() {
    #expect(
      CommandError(.failed, "a\u{1B}[31mb\u{202E}c", hint: "\u{9B}2J").text == "movierpc: a[31mbc\n2J\n")
  }

  @Test(arguments: [
    (
      #"{"code":1001,"message":"no","data":{"kind":"not_found","resource":"key","hint":"try"}}"#,
      CommandError(.notFound, "no", kind: "not_found", hint: "try")
    ),
    (#"{"code":1001,"message":"no"}"#, CommandError(.notFound, "no", kind: "not_found")),
    (#"{"code":-1,"message":"no","data":null}"#, CommandError(.failed, "no", kind: "-1")),
    (
      #"{"code":1,"message":"no","data":{"kind":"new","hint":null}}"#,
      CommandError(.failed, "no", kind: "new")
    ),
    (#"[]"#, CommandError(.failed, "the daemon answered with an error that has no message")),
  ])
  func an_error_reply_is_read(_ error: String, _ failure: CommandError) {
    #expect(ErrorReply(bytes(error)).failure() == failure)
  }
}
