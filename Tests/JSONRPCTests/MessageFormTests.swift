import JSONRPC
import Testing

@Suite struct MessageFormTests {
  private static let form = MessageForm<String, Int>("rows_are", "{file} has {count} rows; send {\"a\":1}")

  @Test func form_makes_a_message_with_its_arguments() {
    let message = Self.form("a.csv", 3)
    #expect(message.english == "a.csv has 3 rows; send {\"a\":1}")
    #expect(message.arguments == [JSONMember("file", "a.csv"), JSONMember("count", 3)])
    #expect(Self.form.kinds == [.text, .integer])
  }

  /// An argument that looks like a place is text.
  @Test func arguments_are_not_read() {
    #expect(Self.form("{count}", 3).english == "{count} has 3 rows; send {\"a\":1}")
  }

  @Test func message_in_a_message_is_data() {
    let outer = MessageForm<Message>("because", "no: {reason}")(Self.form("b", 0))
    #expect(outer.english == "no: b has 0 rows; send {\"a\":1}")
    #expect(outer.json["args"]?["reason"]?["args"]?["count"] == 0)
  }

  /// A wait that is too short is of no use.
  @Test(arguments: [
    (0, "0 s"), (1, "1 s"), (119_999, "120 s"), (120_001, "3 min"), (-5, "0 s"),
    (7_200_000, "2 h"), (.max, "2562047788015 h"),
  ])
  func waits_are_rounded_up(_ milliseconds: Int, _ text: String) {
    #expect(MessageMilliseconds(milliseconds).english == text)
  }
}
