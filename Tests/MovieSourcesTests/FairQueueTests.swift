import TestSupport
import Testing

@testable import MovieSources

struct FairQueueTests {
  private struct Entry: Sendable, Equatable {
    let client: UInt64
    let number: Int
  }

  private func drained(_ queue: FairQueue<Entry>) -> [Entry] {
    var (queue, entries) = (queue, [Entry]())
    while let entry = queue.popFirst() { entries.append(entry) }
    return entries
  }

  /// Requests of some clients in an order by chance.
  private func queue(_ counts: [Int], _ random: inout SeededGenerator) -> FairQueue<Entry> {
    var queue = FairQueue<Entry>()
    let clients = counts.enumerated().flatMap { Array(repeating: UInt64($0), count: $1) }
    var numbers: [UInt64: Int] = [:]
    for client in clients.shuffled(using: &random) {
      let number = numbers[client, default: 0]
      numbers[client] = number + 1
      _ = queue.append(Entry(client: client, number: number), client: client, priority: .interactive)
    }
    return queue
  }

  @Test func ten_with_one_each_come_before_the_twentieth_of_a_hundred() {
    var queue = FairQueue<Entry>()
    for number in 0..<100 {
      _ = queue.append(Entry(client: 0, number: number), client: 0, priority: .interactive)
    }
    for client in 1...10 as ClosedRange<UInt64> {
      _ = queue.append(Entry(client: client, number: 0), client: client, priority: .interactive)
    }
    let entries = drained(queue)
    #expect(entries.count == 110)
    #expect(entries.prefix(11).filter { $0.client > 0 }.count == 10)
  }

  @Test func every_client_has_its_own_order_and_none_is_a_turn_ahead() {
    for seed in 0..<100 {
      var random = SeededGenerator(seed: UInt64(seed))
      let counts = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        Int.random(in: 0...20, using: &random)
      }
      let entries = drained(queue(counts, &random))
      #expect(entries.count == counts.reduce(0, +))
      var had = Array(repeating: 0, count: counts.count)
      for entry in entries {
        let client = Int(entry.client)
        #expect(entry.number == had[client])
        had[client] += 1
        // Whoever still waits has had as many turns as anybody else, but for the one of this round.
        for other in counts.indices where had[other] < counts[other] {
          #expect(had[client] - had[other] <= 1, "seed \(seed)")
        }
      }
    }
  }

  @Test func count_before_is_what_comes_before() {
    for seed in 0..<100 {
      var random = SeededGenerator(seed: UInt64(seed))
      var queue = queue((0..<8).map { _ in Int.random(in: 0...9, using: &random) }, &random)
      // In the middle of a round too.
      for _ in 0..<Int.random(in: 0...10, using: &random) { _ = queue.popFirst() }
      let client = UInt64.random(in: 0...8, using: &random)
      let predicted = queue.countBefore(client: client, priority: .interactive)
      let mine = Entry(client: client, number: 1000)
      _ = queue.append(mine, client: client, priority: .interactive)
      #expect(drained(queue).firstIndex(of: mine) == predicted, "seed \(seed)")
    }
  }

  @Test func what_is_only_prepared_comes_after_what_somebody_waits_for() {
    var queue = FairQueue<Int>()
    for number in 0..<4 {
      _ = queue.append(number, client: 1, priority: .prefetch)
      _ = queue.append(number + 10, client: 1, priority: .interactive)
    }
    #expect(queue.count == 8 && queue.count(.prefetch) == 4)
    #expect(queue.countBefore(client: 2, priority: .prefetch) == 5)
    var numbers: [Int] = []
    while let number = queue.popFirst() { numbers.append(number) }
    #expect(numbers == [10, 11, 12, 13, 0, 1, 2, 3])
    #expect(queue.isEmpty)
  }

  @Test func who_leaves_takes_nobody_elses_turn() throws {
    for seed in 0..<100 {
      var random = SeededGenerator(seed: UInt64(seed))
      var queue = FairQueue<Entry>()
      var tickets: [(FairQueue<Entry>.Ticket, Entry)] = []
      for number in 0..<60 {
        let client = UInt64.random(in: 0..<6, using: &random)
        let entry = Entry(client: client, number: number)
        tickets.append((queue.append(entry, client: client, priority: .interactive), entry))
      }
      var gone: [Int] = []
      for (ticket, entry) in tickets.shuffled(using: &random).prefix(30) {
        #expect(queue.remove(ticket) == entry)
        #expect(queue.remove(ticket) == nil)
        gone.append(entry.number)
      }
      #expect(queue.count == 30)
      let entries = drained(queue)
      #expect(Set(entries.map(\.number)).union(gone) == Set(0..<60) && entries.count == 30)
      for client in 0..<6 as Range<UInt64> {
        let own = entries.filter { $0.client == client }.map(\.number)
        #expect(own == own.sorted())
      }
    }
  }

  @Test func one_whose_turn_has_come_cannot_leave_any_more() throws {
    var queue = FairQueue<Int>()
    let ticket = queue.append(7, client: 1, priority: .interactive)
    #expect(queue.popFirst() == 7)
    #expect(queue.remove(ticket) == nil && queue.isEmpty)
  }

  @Test func comes_sooner_for_one_who_has_fewer_before_it() {
    var queue = FairQueue<Int>()
    let tickets = (0..<5).map { queue.append($0, client: 1, priority: .interactive) }
    _ = queue.append(9, client: 2, priority: .interactive)
    #expect(!queue.comesSooner(tickets[0], as: 2) && !queue.comesSooner(tickets[1], as: 2))
    #expect(queue.comesSooner(tickets[2], as: 2) && queue.comesSooner(tickets[1], as: 3))
    #expect(!queue.comesSooner(tickets[0], as: 3) && !queue.comesSooner(tickets[4], as: 1))
    let prefetch = queue.append(8, client: 1, priority: .prefetch)
    #expect(queue.comesSooner(prefetch, as: 1))
  }
}
