import EventLoop
import JSONRPC
import MovieProtocol
import TestSupport
import Testing

@testable import MovieServer

/// Random conversations under small limits: whatever is asked, in pieces of whatever size, with answers that
/// come when they like, is answered exactly once, and then nothing of it is left.
@Suite(.timeLimit(.minutes(20))) struct SessionSequenceTests {
  @Test(arguments: 1...12 as ClosedRange<UInt64>) func everything_is_answered_once(_ seed: UInt64)
    async throws
  {
    var random = SeededGenerator(seed: seed)
    let limits = (
      own: Int.random(in: 1...6, using: &random), all: Int.random(in: 1...8, using: &random),
      soft: [4096, 1 << 20].randomElement(using: &random) ?? 4096
    )
    let (server, titles) = await InProcess.holding(hasDeadlines: true) {
      $0.inFlight = limits.own
      $0.inFlightTotal = limits.all
      $0.writeSoftBytes = limits.soft
    }
    let scripts = [Script(&random), Script(&random)]
    let clients = [try await server.connect(), try await server.connect()]
    let answering = await titles.answerAtRandom(seed: seed)
    for (script, client) in zip(scripts, clients) {
      var rest = script.bytes[...]
      while !rest.isEmpty {
        let piece = rest.prefix(.random(in: 1...700, using: &random))
        try client.send(Array(piece))
        rest = rest.dropFirst(piece.count)
        if Bool.random(using: &random) { await EndOfTurnWaiter.wait() }
      }
      client.shutDown()
    }
    for (script, client) in zip(scripts, clients) {
      var answered: [Int] = []
      var faults = 0
      while let line = try client.line() {
        let reply = try JSONValue(parsing: line)
        for one in reply.arrayValue ?? [reply] {
          if let id = one.id { answered.append(id) } else { faults += 1 }
        }
      }
      #expect(answered.sorted() == script.ids, "\(limits)")
      #expect(faults == script.faults)
    }
    answering.cancel()
    #expect(await server.until { $0.sessions.isEmpty && $0.inFlight.count == 0 })
  }
}

/// What one client sends.
private struct Script {
  private(set) var bytes: [UInt8] = []
  private(set) var ids: [Int] = []
  private(set) var faults = 0

  init(_ random: inout SeededGenerator) {
    for _ in 0..<120 {
      switch Int.random(in: 0..<20, using: &random) {
      case 0: add("nonsense", fault: true)
      case 1: add(#"{"jsonrpc":"2.0","method":"search","params":{"q":"n"}}"#)
      case 2: add(" ")
      case 3..<6:
        let items = (0..<Int.random(in: 1...9, using: &random)).map { _ in request(&random) }
        add("[" + items.joined(separator: ",") + "]")
      default: add(request(&random))
      }
    }
  }

  private mutating func add(_ line: String, fault: Bool = false) {
    bytes += Array((line + "\n").utf8)
    if fault { faults += 1 }
  }

  private mutating func request(_ random: inout SeededGenerator) -> String {
    let id = ids.count
    ids.append(id)
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<3: return Ask.ping(id)
    case 3: return Ask.cancel(id, of: .random(in: 0...id, using: &random))
    case 4: return Ask.search(id, "w", #""timeout_ms":1"#)
    case 5: return Ask.search(id, "s", #""supersedes":"x","debounce_ms":0"#)
    case 6: return Ask.search(id, "bad", #""year":1"#)
    // Some are found among the kept results.
    default: return Ask.search(id, "q\(Int.random(in: 0..<8, using: &random))")
    }
  }
}

extension HeldTitles {
  /// Answers what waits, some of it at each turn, until it is cancelled.
  func answerAtRandom(seed: UInt64) -> Task<Void, Never> {
    LoopTask.start {
      var random = SeededGenerator(seed: seed)
      while !Task.isCancelled {
        if Bool.random(using: &random) {
          self.releaseAll()
        } else {
          self.release("q\(Int.random(in: 0..<8, using: &random))")
        }
        await EndOfTurnWaiter.wait()
      }
      self.releaseAll()
    }
  }
}
