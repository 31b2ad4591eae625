import JSONRPC
import TestSupport
import Testing

/// A client that makes changes of its own titles, a few at a time, until its connection ends.
struct CrashingClient {
  let keys: [String]
  var connection: LineClient?
  /// With all that was acknowledged.
  private(set) var model = LibraryModel()
  /// How many of the daemon's changes were acknowledged, or found to have been made.
  private(set) var changes = 0
  /// Changes that may have been made and undone by what was made after them.
  private(set) var surplus = 0
  private(set) var unanswered: [(change: LibraryModel.Change, id: Int)] = []
  private var number = 0

  init(keys: [String]) { self.keys = keys }

  /// One to three changes, where none is unanswered.
  mutating func send() throws {
    guard unanswered.isEmpty, let connection else { return }
    var random = SystemRandomNumberGenerator()
    for _ in 0..<Int.random(in: 1...3) {
      number += 1
      guard let change = LibraryModel.random(keys, number: number, using: &random) else { return }
      unanswered.append((change, number))
    }
    try connection.send(unanswered.map { $0.change.request($0.id) }.joined(separator: "\n"))
  }

  /// Takes the answers that are here; how many.
  mutating func receive() throws -> Int {
    var count = 0
    while let connection, !unanswered.isEmpty, connection.hasInput {
      guard let line = try connection.line() else { break }
      try take(line)
      count += 1
    }
    return count
  }

  /// Takes all answers that came before the end.
  mutating func drain() throws -> Int {
    guard let connection else { return 0 }
    self.connection = nil
    let text = String(decoding: try connection.rest(), as: UTF8.self)
    // The last one may be cut off: then it was not acknowledged.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    for line in lines { try take(String(line)) }
    return lines.count
  }

  private mutating func take(_ line: String) throws {
    let reply = try JSONValue(parsing: line)
    let (change, id) = try #require(unanswered.first)
    unanswered.removeFirst()
    #expect(reply["id"]?.intValue == id)
    let outcome: LibraryModel.Outcome? =
      switch (reply["result"]?["changed"]?.boolValue, reply["error"]?["data"]?["kind"]?.stringValue) {
      case (true?, _): .changed
      case (false?, _): .unchanged
      case (_, "not_found"): .notFound
      default: nil
      }
    #expect(outcome == model.make(change), "\(change): \(line)")
    if outcome == .changed { changes += 1 }
  }

  /// Whether what is there is what was acknowledged, with the first few of what was not, in their order.
  mutating func settle(on there: LibraryModel) -> Bool {
    var made: LibraryModel?
    var (least, most, count) = (0, 0, 0)
    var now = model
    for step in 0...unanswered.count {
      if now == there {
        if made == nil { least = count }
        (made, most) = (now, count)
      }
      if step < unanswered.count, now.make(unanswered[step].change) == .changed { count += 1 }
    }
    unanswered = []
    guard let made else { return false }
    model = made
    changes += least
    surplus += most - least
    return true
  }
}
