import JSONRPC
import MovieClient
import MovieProtocol
import Testing

@Suite struct RemedyCommandTests {
  private func hint(_ advice: Advice, _ request: MethodParams? = nil) -> String? {
    ErrorReply(RPCError(.conflict, .nothingLoaded, advice)).failure(of: request).hint
  }

  /// Quoted for the shell.
  @Test func remedy_can_be_pasted() {
    #expect(
      hint(.unlock("Living Room"))
        == "unlock Living Room with its PIN: movierpc profiles unlock 'Living Room'")
    #expect(hint(.unlock("$(reboot)"))?.hasSuffix("unlock '$(reboot)'") == true)
    #expect(hint(.searchForTitle) == "search for the title: movierpc search WORDS")
    #expect(hint(.seeList(.favorites)) == "see what is on the list: movierpc favorites")
    #expect(
      hint(Advice(.allowAdult("include_adult"), .setting("include_adult")))?.hasSuffix(
        "settings set include_adult true")
        == true)
  }

  @Test func setting_is_reset_and_not_only_shown() {
    let reset = Remedy.method("settings.update", params: [JSONMember("reset", ["region"])])
    #expect(hint(Advice(.resetSetting, reset)) == "restore the default: movierpc settings reset region")
  }

  /// A PIN is asked for on the terminal, whatever a later daemon puts there.
  @Test func secret_is_no_argument() {
    var request = MethodParams("profiles.remove")
    request.add("name", "kids")
    request.add("pin", json: "1234")
    let line = hint(Advice(.acceptTerms, .param("later", true)), request)
    #expect(line?.contains("1234") == false && line?.contains("kids") == true)
  }

  /// A method that has no command of its own.
  @Test func any_method_has_a_line() {
    let advice = Advice(.seeMethods, .method("later.method", params: [JSONMember("a", ["b c"])]))
    #expect(hint(advice) == #"see the methods: movierpc call later.method '{"a":["b c"]}'"#)
  }

  @Test func agreement_repeats_the_request() {
    var request = MethodParams("catalogue.import")
    request.add("file", "/tmp/my titles.tsv")
    #expect(
      hint(Advice(.acceptTerms, .param("accept_license", true)), request)
        == "accept the terms if you agree to them: movierpc catalogue import '/tmp/my titles.tsv' --accept-license"
    )
  }

  @Test func without_a_command_the_sentence_is_enough() {
    #expect(
      hint(Advice(.removeEntries, .setting("limits.library_entries")))
        == "remove some, or set limits.library_entries")
    #expect(hint(Advice(.installPlayer, .install("mpv"))) == "install mpv, or set player.command")
    #expect(hint(.send([JSONMember("year", 2021)]), MethodParams("browse")) == "give --year 2021")
  }

  @Test func every_method_of_a_remedy_exists() {
    for advice in [
      Advice.searchForTitle, .seeDownloads, .seeProfiles, .seeGenres, .seeSettings, .unlock("x"),
    ] {
      guard case .method(let name, let params, let ask)? = advice.remedy else { continue }
      let method = MethodTable.method(named: name)
      #expect((params.map(\.name) + ask).allSatisfy { method?.parameter(named: $0) != nil }, "\(name)")
    }
  }
}
