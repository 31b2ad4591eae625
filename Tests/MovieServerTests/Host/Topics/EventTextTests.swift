import JSONRPC
import MovieProtocol
import Testing

@testable import MovieServer

@Suite struct EventTextTests {
  private let text = EventText(
    topic: "server", profile: "Ada \"B\"", revision: 42, data: Array(#"{"a":1}"#.utf8))

  private func event(dropped: Int) -> String {
    var bytes: [UInt8] = []
    text.append(head: EventText.head(subscription: "s7"), dropped: dropped, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func event_is_as_the_contract_shows_it() {
    #expect(
      event(dropped: 0)
        == #"{"jsonrpc":"2.0","method":"event","params":{"subscription":"s7","topic":"server","profile":"Ada \"B\"","rev":42,"dropped":0,"data":{"a":1}}}"#
    )
  }

  @Test func what_was_missed_changes_nothing_but_the_count() {
    #expect(event(dropped: 9999) == event(dropped: 0).replacing(#""dropped":0"#, with: #""dropped":9999"#))
  }

  @Test func snapshot_has_the_same_data() {
    func written(known: Int?) -> String {
      String(decoding: text.snapshot(known: known).encoded(), as: UTF8.self)
    }
    #expect(written(known: 41) == #"{"rev":42,"data":{"a":1}}"#)
    #expect(written(known: 42) == #"{"rev":42,"data":null}"#)
  }

  @Test func state_of_all_profiles_names_none() {
    let text = EventText(topic: "server", profile: nil, revision: 1, data: Array("{}".utf8))
    var bytes: [UInt8] = []
    text.append(head: EventText.head(subscription: "s1"), dropped: 0, to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self).contains(#""topic":"server","profile":null,"rev":1"#))
  }

  @Test func data_is_compared_as_a_whole() {
    #expect(text.has(Array(#"{"a":1}"#.utf8)))
    for other in [#"{"a":2}"#, #"{"a":1}}"#, #"{"a":1"#, ""] { #expect(!text.has(Array(other.utf8))) }
  }
}
