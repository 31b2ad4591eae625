import Testing

@testable import MovieClient

struct PINInputTests {
  private func new(isTerminal: Bool, _ typed: [String?]) throws -> (pin: String, asked: [String]) {
    var asked: [String] = []
    let pin = try PINInput.new(isTerminal: isTerminal) { name in
      asked.append(name)
      return typed[asked.count - 1]
    }
    return (pin, asked)
  }

  @Test func new_one_is_typed_twice_and_read_once() throws {
    let typed = try new(isTerminal: true, ["1234", "1234"])
    #expect(typed.pin == "1234" && typed.asked == ["new PIN", "the same PIN again"])
    let read = try new(isTerminal: false, [" 12 "])
    #expect(read.pin == " 12 " && read.asked == ["new PIN"])
  }

  @Test(arguments: [
    (true, ["1234", "1235"], "the two PINs differ"), (true, ["1234", nil], "the two PINs differ"),
    (true, [nil], "no PIN was given"), (false, [nil], "no PIN was given"),
  ])
  func slip_of_the_finger_is_wrong_usage(_ isTerminal: Bool, _ typed: [String?], _ message: String) {
    let failure = #expect(throws: CommandError.self) { try new(isTerminal: isTerminal, typed) }
    #expect(failure?.status == .usage && failure?.message == message)
  }
}
