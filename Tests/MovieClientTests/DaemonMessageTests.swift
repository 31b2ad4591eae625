import JSONRPC
import MovieClient
import MovieProtocol
import Testing

@Suite struct DaemonMessageTests {
  private static let search = MethodParams("search")

  /// As the daemon says it, and as the command line does.
  @Test(
    arguments: [
      (
        .parameterMustBeNot(
          MessageParameter("media_type"), .oneOf(MessageChoices(["any", "movie", "tv"])),
          MessageExcerpt("\"x\"")),
        "media_type must be one of any, movie, tv, not \"x\"",
        "--type must be one of any, movie (film), tv (series), not \"x\""
      ),
      (
        .parameterMustBeNot(
          MessageParameter("types"), .arrayOf(MessageChoices(["trailer", "clip"])), MessageExcerpt("[\"x\"]")),
        "types must be an array of trailer, clip, not [\"x\"]", "--types must be one of trailer, clip, not x"
      ),
      (.send(MessageExcerpt("{\"year\":2021}")), "send {\"year\":2021}", "give --year 2021"),
      (.waitLonger, "a longer timeout_ms may help", "try again later"),
      (.retryIn(MessageMilliseconds(2500)), "retry in 3 s", "retry in 3 s"),
      (
        .tooLittleRoom("/data", MessageBytes(1 << 30)), "/data has less than 1073741824 bytes free",
        "/data has less than 1.0 GiB free"
      ),
      (
        .noProfileNamed("a\u{1b}[31mb"), "there is no profile \"a\u{1b}[31mb\"",
        "there is no profile \"a[31mb\""
      ),
    ] as [(Message, String, String)])
  func message_is_in_the_words_of_the_reader(_ message: Message, _ wire: String, _ command: String) {
    #expect(message.english == wire)
    #expect(DaemonMessage(message).text(of: Self.search) == command)
  }

  @Test func message_is_translated_with_its_arguments() {
    DisplayLanguage.$ofScope.withValue(DisplayLanguage(.german)) {
      // A name stays as it is, whatever it looks like.
      #expect(
        DaemonMessage(.noProfileNamed("a number")).text() == "das Profil \"a number\" gibt es nicht")
      #expect(
        DaemonMessage(.needsTMDB(.theProviders)).text()
          == "die Liste der Anbieter braucht TMDB und die Einstellung tmdb.key")
      #expect(
        DaemonMessage(.noPlayableTrailer("Dune")).text()
          == "zu Dune gibt es keinen Trailer, den ein Player öffnen kann")
      let refusal = Message.parameterMustBeNot(
        MessageParameter("countries"), .listOf(1, 20, .countries), MessageExcerpt("[]"))
      #expect(
        DaemonMessage(refusal).text(of: MethodParams("settings"))
          == "--countries muss 1 bis 20 Länder wie DE sein, nicht []")
    }
  }

  /// Of a later daemon, or of one that breaks its contract.
  @Test(arguments: [
    "null", #"{"id":"of_a_later_version","args":{}}"#, #"{"id":"profile_has_pin","args":{}}"#,
    #"{"id":"profile_has_pin","args":{"name":7}}"#, #"{"id":7}"#,
    #"{"id":"key_unchanged","args":{"reason":{"id":"of_a_later_version","args":{}}}}"#,
  ])
  func message_that_cannot_be_read_is_English(_ json: String) throws {
    #expect(DaemonMessage(try JSONValue(parsing: json), english: "as sent").text() == "as sent")
  }

  @Test func nested_messages_have_a_bound() {
    var message = Message.words("end")
    for _ in 0..<100 { message = .keyUnchanged(message) }
    #expect(DaemonMessage(message).text() == message.english)
  }
}
