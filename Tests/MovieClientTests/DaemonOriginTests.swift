import Testing

@testable import MovieClient

struct DaemonOriginTests {
  @Test(arguments: [
    (["/usr/bin/movierpcd", "--socket", "/s", "--log-file"], nil),
    (["movierpcd", "--config", "/c.toml", "--socket", "/s"], "/c.toml"),
    (["movierpcd", "--config=/a=b.toml"], "/a=b.toml"),
    (["movierpcd", "--config", "c.toml"], "/home/ana/c.toml"),
  ])
  func configuration_is_that_of_the_arguments(_ words: [String], _ file: String?) {
    #expect(DaemonOrigin(words: words, variables: ["PWD=/home/ana"]).configurationFile == file)
  }

  @Test func variables_have_names_and_values() {
    let origin = DaemonOrigin(words: [], variables: ["A=b=c", "EMPTY=", "nothing", "É=ü\n"])
    #expect(origin.environment == ["A": "b=c", "EMPTY": "", "É": "ü\n"])
  }

  @Test func process_that_is_gone_has_none() {
    #expect(DaemonOrigin(pid: .max) == nil)
  }
}
