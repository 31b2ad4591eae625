import JSONRPC
import Testing

@testable import MovieSync

@Suite struct JournalTests {
  private let now: Int64 = 1_795_454_415_123
  private let one = DeviceID("00000000000000aa")
  private let other = DeviceID("00000000000000bb")

  private func header() throws -> JournalHeader {
    JournalHeader(try #require(one), name: "laptop", clock: HybridClock(milliseconds: now), number: 6)
  }

  private func change(_ key: String, at: Int64, _ fields: [SyncChange.Field] = [("in", .integer(1))]) throws
    -> SyncChange
  {
    let stamp = Stamp(HybridClock(milliseconds: at), try #require(one))
    return SyncChange(SyncItem("default", "watchlist", key), stamp, fields)
  }

  private func line(_ change: SyncChange, _ number: Int? = nil) throws -> [UInt8] {
    let owner = try #require(one)
    return try #require(JournalLine.encode(change, number: number, owner: owner))
  }

  /// The example of Protocol/sync.md.
  @Test func lines_are_as_the_page_says() throws {
    let added = try change(
      "movie/438631", at: now,
      [
        ("added_at", .integer(1_795_454_415)), ("in", .integer(1)), ("release_date", .text("2021-09-15")),
        ("title", .text("Dune")),
      ])
    let text = String(decoding: try line(added, 7), as: UTF8.self)
    #expect(
      text == #"{"n":7,"c":"1795454415123.0","p":"default","l":"watchlist","k":"movie/438631","#
        + #""v":{"added_at":1795454415,"in":1,"release_date":"2021-09-15","title":"Dune"},"crc":""#
        + text.suffix(11))
    var theirs = added
    theirs.stamp.device = try #require(other)
    #expect(String(decoding: try line(theirs), as: UTF8.self).contains(#","d":"00000000000000bb","#))
    #expect(
      String(decoding: try header().encoded(), as: UTF8.self).hasPrefix(
        #"{"movierpc":"sync","version":1,"device":"00000000000000aa","name":"laptop","c":"1795454415123.0","n":6,"#
      ))
    // RFC 1952's own test value.
    #expect(LineSum.of(Array("123456789".utf8).span) == 0xcbf4_3926)
  }

  /// Of its own journal, whatever the clocks are by now.
  @Test func what_the_reader_has_written_itself_is_left_out() throws {
    let lines = try line(change("movie/1", at: now)) + line(change("movie/2", at: now + 1), 7)
    let journal = try header().encoded() + lines + line(change("movie/3", at: now + 2), 8)
    func keys(_ known: Int?) throws -> [String] {
      var reader = try JournalReader(journal, known: known, now: now)
      let keys = reader.next(9).map(\.item.key)
      #expect(reader.isAtEnd && reader.badLines == 0 && reader.mark.number == 8)
      return keys
    }
    #expect(try keys(nil) == ["movie/1", "movie/2", "movie/3"])
    #expect(try keys(5) == ["movie/1", "movie/2", "movie/3"])
    #expect(try keys(6) == ["movie/2", "movie/3"])
    #expect(try keys(7) == ["movie/3"] && keys(8).isEmpty)
  }

  /// What a device has from others of itself is not its own word.
  @Test func hearsay_is_told_as_such() throws {
    var heard = try change("movie/1", at: now)
    heard.isHeard = true
    let lines = try line(heard) + line(change("movie/2", at: now))
    var reader = try JournalReader(header().encoded() + lines, now: now)
    let changes = reader.next(9)
    #expect(changes.map(\.isHeard) == [true, false] && changes.map(\.stamp.device) == [one, one])
    #expect(heard.parts.map(\.isHeard) == [true])
  }

  @Test func what_was_written_is_read() throws {
    let changes = [
      try change("movie/1", at: now, [("note", .text("é \"x\" \n\u{1F600}")), ("watched_at", .null)]),
      try change("movie/2", at: now + 1, [("in", .integer(0)), ("at", .integer(.max))]),
    ]
    var reader = try JournalReader(
      header().encoded() + line(changes[0], 7) + line(changes[1], 8), now: now)
    #expect(reader.header == (try header()) && !reader.isContinued)
    #expect(reader.next(1) == [changes[0]] && reader.next(9) == [changes[1]] && reader.next(9).isEmpty)
    #expect(reader.isAtEnd && reader.badLines == 0 && reader.newest == changes[1].stamp.clock)
  }

  @Test func reader_goes_on_where_it_was() throws {
    let bytes = try header().encoded() + line(change("movie/1", at: now), 7)
    var first = try JournalReader(bytes, now: now)
    _ = first.next(9)
    let more = try line(change("movie/2", at: now), 8)
    var second = try JournalReader(bytes + more, after: first.mark, now: now)
    #expect(second.isContinued && second.next(9).map(\.item.key) == ["movie/2"])
    // Another file of the same name.
    var third = try JournalReader(
      header().encoded() + line(change("movie/3", at: now)) + more, after: first.mark, now: now)
    #expect(!third.isContinued && third.next(9).map(\.item.key) == ["movie/3", "movie/2"])
  }

  @Test func file_may_end_anywhere() throws {
    let whole =
      try header().encoded() + line(change("movie/1", at: now), 7) + line(change("movie/2", at: now), 8)
    for length in 0..<whole.count {
      guard var reader = try? JournalReader(Array(whole[..<length]), now: now) else {
        #expect(length < (try header().encoded().count))
        continue
      }
      #expect(reader.next(9).count <= 1 && reader.isAtEnd && reader.badLines == 0)
      // The rest arrives.
      let mark = reader.mark
      var rest = try JournalReader(whole, after: mark, now: now)
      _ = rest.next(9)
      #expect(rest.mark.offset == whole.count)
    }
  }

  @Test func no_changed_byte_makes_another_line() throws {
    let changes = [try change("movie/1", at: now), try change("movie/2", at: now)]
    let (head, bytes) = (try header().encoded(), try line(changes[0], 7) + line(changes[1], 8))
    for at in bytes.indices {
      for bit in [1, 0x20, 0x80] as [UInt8] {
        var damaged = bytes
        damaged[at] ^= bit
        var reader = try JournalReader(head + damaged, now: now)
        let read = reader.next(9)
        #expect(read.allSatisfy { changes.contains($0) } && read.count < 2, "byte \(at)")
      }
    }
  }

  @Test func missing_line_is_noticed() throws {
    var reader = try JournalReader(
      header().encoded() + line(change("movie/1", at: now), 7) + line(change("movie/2", at: now), 9), now: now
    )
    #expect(reader.next(9).count == 2 && reader.badLines == 1)
  }

  /// The header has the number of the last change before it.
  @Test func line_missing_after_the_header_is_noticed() throws {
    var reader = try JournalReader(
      header().encoded() + line(change("movie/1", at: now)) + line(change("movie/2", at: now), 8), now: now)
    #expect(reader.next(9).count == 2 && reader.badLines == 1)
  }

  @Test func line_missing_between_two_readings_is_noticed() throws {
    let first = try header().encoded() + line(change("movie/1", at: now), 7)
    var reader = try JournalReader(first, now: now)
    #expect(reader.next(9).count == 1 && reader.badLines == 0)
    for (number, bad) in [(8, 0), (9, 1), (7, 0)] {
      let bytes = try first + line(change("movie/2", at: now), number)
      var rest = try JournalReader(bytes, after: reader.mark, now: now)
      #expect(rest.isContinued && rest.next(9).count == 1 && rest.badLines == bad)
    }
  }

  /// No number that a stranger writes is counted beyond.
  @Test(arguments: [0, Int.max - 1, .max]) func any_number_is_read(_ number: Int) throws {
    let head = JournalHeader(
      try #require(one), name: "x", clock: HybridClock(milliseconds: now), number: number)
    var reader = try JournalReader(
      head.encoded() + line(change("movie/1", at: now), .max) + line(change("movie/2", at: now), 0), now: now)
    #expect(reader.next(9).count == 2 && reader.mark.number == number)
  }

  /// As git writes them with `core.autocrlf`.
  @Test func journal_with_carriage_returns_is_read() throws {
    let changes = [try change("movie/1", at: now), try change("movie/2", at: now)]
    let plain = try header().encoded() + line(changes[0], 7) + line(changes[1], 8)
    let bytes = plain.flatMap { $0 == .newline ? [UInt8(ascii: "\r"), $0] : [$0] }
    var reader = try JournalReader(bytes, now: now)
    #expect(reader.header == (try header()))
    #expect(reader.next(1) == [changes[0]])
    var rest = try JournalReader(bytes, after: reader.mark, now: now)
    #expect(rest.isContinued && rest.next(9) == [changes[1]] && rest.badLines == 0 && rest.isAtEnd)
    #expect(!reader.isForgotten(now: now))
    // One within a line is damage.
    let odd = try header().encoded() + [UInt8(ascii: "\r")] + line(changes[0], 7) + Array("\r\n\r\r\n".utf8)
    var broken = try JournalReader(odd, now: now)
    #expect(broken.next(9).isEmpty && broken.badLines == 2)
  }

  @Test func files_of_others_are_refused() throws {
    #expect(throws: JournalFault.notAJournal) { try JournalReader([], now: now) }
    #expect(throws: JournalFault.notAJournal) { try JournalReader(Array("{\"a\":1}\n".utf8), now: now) }
    #expect(throws: JournalFault.notAJournal) {
      try JournalReader([UInt8](repeating: 10, count: 9), now: now)
    }
    let later = JournalLine.sealed(Array(#"{"movierpc":"sync","version":3,"shape":"new"}"#.utf8))
    #expect(throws: JournalFault.newer(3)) { try JournalReader(later, now: now) }
  }

  @Test(
    arguments: [
      #"{"c":"1.0","p":"x","l":"watchlist","k":"k","v":{}}"#,
      #"{"c":"1","p":"x","l":"a","k":"k","v":{"in":1}}"#,
      #"{"c":"1.0","p":"X","l":"a","k":"k","v":{"in":1}}"#,
      #"{"c":"1.0","p":"","l":"a","k":"k","v":{"in":1}}"#,
      #"{"c":"1.0","p":"x","l":"A b","k":"k","v":{"in":1}}"#,
      #"{"c":"1.0","p":"x","l":"a","k":"","v":{"in":1}}"#,
      #"{"c":"1.0","p":"x","l":"a","k":"k\u0000","v":{"in":1}}"#,
      #"{"c":"1.0","p":"x","l":"a","k":"k","v":{"in":1.5}}"#,
      #"{"c":"1.0","p":"x","l":"a","k":"k","v":{"in":true}}"#,
      #"{"c":"1.0","p":"x","l":"a","k":"k","v":{"in":[1]}}"#,
      #"{"c":"01.0","p":"x","l":"a","k":"k","v":{"in":1}}"#,
      #"{"c":"-1.0","p":"x","l":"a","k":"k","v":{"in":1}}"#,
      #"{"c":"1.65536","p":"x","l":"a","k":"k","v":{"in":1}}"#,
      #"{"c":"99999999999999999.0","p":"x","l":"a","k":"k","v":{"in":1}}"#,
      #"{"c":"1.0","d":7,"p":"x","l":"a","k":"k","v":{"in":1}}"#, "[]", "{}", "",
    ])
  func line_that_is_no_change_is_skipped(_ text: String) throws {
    // With its sum, as one who may write to the folder can make it.
    let bad = text.hasPrefix("{") ? JournalLine.sealed(Array(text.utf8)) : Array((text + "\n").utf8)
    var reader = try JournalReader(header().encoded() + bad + line(change("movie/1", at: now)), now: now)
    #expect(reader.next(9).map(\.item.key) == ["movie/1"])
    #expect(reader.badLines == (text.isEmpty ? 0 : 1))
  }

  @Test func long_lines_are_neither_written_nor_read() throws {
    let long = try change(
      "movie/1", at: now,
      [
        ("a", .text(String(repeating: "x", count: 40_000))),
        ("b", .text(String(repeating: "y", count: 40_000))),
      ])
    let owner = try #require(one)
    #expect(JournalLine.encode(long, number: 1, owner: owner) == nil)
  }

  /// Lines of one stamp are one change in a library, however many there were.
  @Test func change_of_any_size_is_written_in_lines_that_can_be_read() throws {
    let escaped = SyncValue.text(String(repeating: "\u{1}\"", count: 4000))
    var fields: [SyncChange.Field] = (0..<100).map { ("field_\($0)", .integer(Int64($0))) }
    fields += (0..<3).map { ("long_\($0)", escaped) }
    fields.append(("text", .text(String(repeating: "x", count: 30_000))))
    let whole = try change("movie/1", at: now, fields)
    let lines = try whole.parts.map { try line($0) }
    #expect(lines.count > 5)
    var reader = try JournalReader(header().encoded() + lines.joined(), now: now)
    let read = reader.next(1000)
    #expect(reader.badLines == 0 && read.count == lines.count)
    #expect(read.flatMap(\.fields).elementsEqual(whole.fields) { $0.name == $1.name && $0.value == $1.value })
    // One that fits is left alone.
    let short = try change("movie/1", at: now)
    #expect(short.parts == [short])
  }

  @Test func item_has_no_more_fields_than_a_line() throws {
    var registers = Registers()
    for start in stride(from: 0, to: 90, by: 30) {
      let fields: [SyncChange.Field] = (start..<(start + 30)).map { ("field_\($0)", .integer(1)) }
      _ = try registers.merge(try change("movie/1", at: now, fields), horizon: .zero)
    }
    #expect(registers.all.count == JournalLine.maxFields)
    // Those that it has can be changed.
    #expect(try registers.merge(try change("movie/1", at: now + 1, [("field_0", .null)]), horizon: .zero))
  }

  @Test func clock_that_is_ahead_is_not_believed_yet() throws {
    let ahead = try change("movie/1", at: now + HybridClock.tolerance + 60_000)
    let bytes = try header().encoded() + line(ahead, 7)
    var reader = try JournalReader(bytes, now: now)
    #expect(reader.next(9).isEmpty && reader.isAtEnd && reader.earliestAhead == ahead.stamp.clock)
    #expect(reader.newest.milliseconds == now)
    // Nor is a header.
    let head = JournalHeader(
      try #require(one), name: "x", clock: HybridClock(milliseconds: now + 400 * HybridClock.tolerance),
      number: 6)
    let wrong = try JournalReader(head.encoded() + line(change("movie/1", at: now), 7), now: now)
    #expect(wrong.newest == .zero && !wrong.isForgotten(now: now + 400 * HybridClock.tolerance))
    var later = try JournalReader(bytes, now: now + 60_000)
    #expect(later.next(9) == [ahead] && later.earliestAhead == nil)
  }

  @Test func silent_device_is_forgotten_after_a_year() throws {
    let day: Int64 = 86_400_000
    let bytes = try header().encoded() + line(change("movie/1", at: now + 50 * day), 7)
    // Before it is read.
    let reader = try JournalReader(bytes, now: now + 50 * day)
    #expect(!reader.isForgotten(now: now + 415 * day))
    #expect(reader.isForgotten(now: now + 417 * day))
  }

  @Test func clocks_never_go_back() {
    var clock = HybridClock.zero
    for time in [now, now, now - 3_600_000, now + 1, 0, now - 1] {
      let next = clock.next(now: time)
      #expect(next > clock && HybridClock(next.description) == next)
      clock = next
    }
    #expect(clock.milliseconds == now + 1 && clock.description == "\(now + 1).2")
    // More changes in a millisecond than can be counted.
    let full = HybridClock(milliseconds: now, count: .max)
    #expect(full.next(now: now) == HybridClock(milliseconds: now + 1))
    #expect(HybridClock(milliseconds: .max).next(now: .max) == HybridClock(milliseconds: .max))
  }
}
