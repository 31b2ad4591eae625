import JSONRPC
import Testing

@testable import MovieSync

@Suite struct EncryptedJournalTests {
  /// Each key takes a second to make.
  private static let keys = Result { try JournalKeys(passphrase: Array("amber lighthouse".utf8)) }
  private static let key = Result { try keys.get().random() }

  private let now: Int64 = 1_795_454_415_123
  private let device = DeviceID("00000000000000aa")
  private let encoded: (line: [UInt8], cipher: LineCipher?)

  init() throws {
    let clock = HybridClock(milliseconds: now)
    encoded = JournalHeader(try #require(device), name: "laptop", clock: clock, number: 6)
      .encoded(try Self.key.get())
  }

  private func header() -> [UInt8] { encoded.line }

  private func change(_ title: String, at time: Int64? = nil) throws -> SyncChange {
    SyncChange(
      SyncItem("default", "watchlist", "movie/438631"),
      Stamp(HybridClock(milliseconds: time ?? now), try #require(device)), [("title", .text(title))])
  }

  private func line(_ change: SyncChange, _ number: Int? = 7) throws -> [UInt8] {
    let owner = try #require(device)
    return try #require(JournalLine.encode(change, number: number, owner: owner, cipher: encoded.cipher))
  }

  private func reader(_ bytes: [UInt8], after mark: JournalReader.Mark = .init()) throws -> JournalReader {
    try JournalReader(bytes, keys: Self.keys.get(), after: mark, now: now)
  }

  /// With the right sum, as one who may write to the folder can make it.
  private func resealed(_ line: [UInt8]) -> [UInt8] {
    JournalLine.sealed(Array(line.dropLast(JournalLine.sumLength + 1)) + [UInt8(ascii: "}")])
  }

  @Test func what_was_written_is_read_and_not_seen() throws {
    let change = try change("The Amber Lighthouse é \u{1F600}")
    let bytes = try header() + line(change)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.hasPrefix(#"{"movierpc":"sync","version":2,"device":"00000000000000aa","name":"laptop","#))
    for word in ["Amber Li", "438631", "watchlist", "default"] { #expect(!text.contains(word)) }
    var reader = try reader(bytes)
    #expect(reader.next(9) == [change] && reader.isAtEnd && reader.badLines == 0)
    // The same change twice is not the same line.
    #expect(try line(change) != line(change))
  }

  /// The example of Protocol/sync.md, which another program has written.
  @Test func journal_of_another_program_is_read() throws {
    let bytes = Array(
      (#"{"movierpc":"sync","version":2,"device":"00000000000000aa","name":"laptop","c":"1795454415123.0"#
        + #"","n":6,"salt":"AAECAwQFBgcICQoLDA0ODw==","e":"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXnNGIoxtQcevIFsiM"#
        + #"2AbAZw==","crc":"e0be501f"}"# + "\n"
        + #"{"e":"GBkaGxwdHh8gISIjJCUmJygpKissLS4vnrKEgdYNrvgr3TdUG8TzpVo44BF30c4o2yQGJTbTR8rwnugU9QmPON9wR"#
        + #"j/gNpa02/Jzrs7jv5t0dNG5pD8lqJq8lXHzG4HGXDkxS3ERHVbPRqdYLjZpjsfwVvEqlu3rxaEQc+Qe5bxs16w=","crc":"#
        + #""3d916886"}"# + "\n").utf8)
    var reader = try reader(bytes)
    let changes = reader.next(9)
    #expect(changes.map(\.item) == [SyncItem("default", "favorites", "movie/438631")])
    #expect(changes.first?.fields.map(\.name) == ["in"] && reader.badLines == 0)
  }

  @Test func passphrase_has_to_fit() throws {
    let bytes = try header() + line(change("Dune"))
    let end = try #require(bytes.firstIndex(of: .newline))
    let head = try JournalHeader(bytes.span.extracting(..<end))
    #expect(throws: JournalFault.encrypted(head)) { try JournalReader(bytes, now: now) }
    let other = try JournalKeys(passphrase: Array("amber lighthousf".utf8))
    #expect(throws: JournalFault.otherPassphrase(head)) { try JournalReader(bytes, keys: other, now: now) }
    let plain = JournalHeader(head.device, name: "laptop", clock: head.clock, number: 6)
    #expect(throws: JournalFault.unencrypted(plain)) { try reader(plain.encoded()) }
  }

  @Test func journal_with_carriage_returns_is_read() throws {
    let change = try change("Dune")
    let bytes = try (header() + line(change)).flatMap { $0 == .newline ? [UInt8(ascii: "\r"), $0] : [$0] }
    var reader = try reader(bytes)
    #expect(reader.next(9) == [change] && reader.badLines == 0)
  }

  /// Who does not know the passphrase cannot make a header, nor change one.
  @Test func no_changed_byte_makes_another_header() throws {
    let bytes = header()
    let text = String(decoding: bytes, as: UTF8.self)
    let salt = try #require(text.firstRange(of: try Self.key.get().salt))
    let start = text.utf8.distance(from: text.startIndex, to: salt.lowerBound)
    for at in bytes.indices.dropLast(JournalLine.sumLength + 1) {
      // A changed salt makes another key, and each takes a second.
      if (start..<(start + 24)).contains(at) { continue }
      for bit in [1, 0x20, 0x80] as [UInt8] {
        var changed = bytes
        changed[at] ^= bit
        #expect(throws: JournalFault.self, "byte \(at)") { try reader(resealed(changed)) }
      }
    }
  }

  @Test(arguments: [
    "", "AAECAwQFBgcICQoLDA0O", "AAECAwQFBgcICQoLDA0ODxA=", "AAECAwQFBgcICQoLDA0ODw", "é", "=",
  ])
  func salt_of_another_length_is_refused(_ salt: String) throws {
    let line = JournalLine.sealed(
      Array(
        (#"{"movierpc":"sync","version":2,"device":"00000000000000aa","name":"x","c":"1.0","n":6,"salt":"#
          + #""\#(salt)","e":"AAAA"}"#).utf8))
    #expect(throws: JournalFault.notAJournal) { try reader(line) }
    let none = String(decoding: line, as: UTF8.self).replacing("salt", with: "silt")
    #expect(throws: JournalFault.notAJournal) { try reader(resealed(Array(none.utf8))) }
  }

  @Test func no_changed_byte_makes_another_line() throws {
    let changes = [try change("Dune"), try change("Alien")]
    let (head, first, second) = (header(), try line(changes[0]), try line(changes[1], 8))
    for at in first.indices.dropLast(JournalLine.sumLength + 1) {
      for bit in [1, 0x20, 0x80] as [UInt8] {
        var changed = first
        changed[at] ^= bit
        var reader = try reader(head + resealed(changed) + second)
        #expect(reader.next(9) == [changes[1]] && reader.badLines == 1, "byte \(at)")
      }
    }
  }

  /// Of another device with the same key, and an earlier snapshot of the same one.
  @Test(arguments: ["00000000000000bb", "00000000000000aa"])
  func line_is_bound_to_its_journal(_ device: String) throws {
    let clock = HybridClock(milliseconds: now)
    let other = JournalHeader(try #require(DeviceID(device)), name: "laptop", clock: clock, number: 6)
    var reader = try reader(other.encoded(Self.key.get()).line + line(change("Dune")))
    #expect(reader.next(9).isEmpty && reader.badLines == 1)
  }

  @Test(arguments: [
    #"{"c":"1.0","p":"x","l":"a","k":"k","v":{"in":1}}"#, #"{"e":""}"#, #"{"e":"AAAA"}"#, #"{"e":7}"#, "{}",
    #"{"e":"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJw=="}"#, #"{"e":"é"}"#,
  ])
  func line_that_is_not_encrypted_is_skipped(_ text: String) throws {
    let change = try change("Dune")
    var reader = try reader(header() + JournalLine.sealed(Array(text.utf8)) + line(change))
    #expect(reader.next(9) == [change] && reader.badLines == 1)
  }

  @Test func file_may_end_anywhere_and_goes_on() throws {
    let change = try change("Dune")
    let (head, whole) = (header().count, try header() + line(change) + line(change, 8))
    for length in stride(from: head, to: whole.count, by: 7) {
      var first = try reader(Array(whole[..<length]))
      #expect(first.next(9).count <= 1 && first.isAtEnd && first.badLines == 0)
      var rest = try reader(whole, after: first.mark)
      _ = rest.next(9)
      #expect(rest.mark.offset == whole.count && rest.badLines == 0)
    }
    var missing = try reader(header() + line(change) + line(change, 9))
    #expect(missing.next(9).count == 2 && missing.badLines == 1)
  }

  /// Encryption makes no line too long that was not.
  @Test func longest_line_finds_room() throws {
    let owner = try #require(device)
    var change = try change("")
    change.fields = [("a", .text("")), ("b", .text(String(repeating: "y", count: JournalLine.maxText)))]
    let rest = try #require(JournalLine.encode(change, number: 7, owner: owner)).count
    change.fields[0].value = .text(String(repeating: "x", count: JournalLine.maxBytes - rest))
    #expect(JournalLine.encode(change, number: 7, owner: owner)?.count == JournalLine.maxBytes)
    var reader = try reader(header() + line(change))
    #expect(reader.next(9) == [change] && reader.badLines == 0)
    change.fields[0].value = .text(String(repeating: "x", count: JournalLine.maxBytes - rest + 1))
    #expect(JournalLine.encode(change, number: 7, owner: owner, cipher: encoded.cipher) == nil)
  }

  @Test func silent_device_is_forgotten_after_a_year() throws {
    let day: Int64 = 86_400_000
    let reader = try reader(header() + line(change("Dune", at: now + 50 * day)))
    #expect(!reader.isForgotten(now: now + 415 * day) && reader.isForgotten(now: now + 417 * day))
  }

  @Test func nothing_shows_a_key() throws {
    let key = try Self.key.get()
    #expect("\(key)" == "(secret)" && Mirror(reflecting: key).children.isEmpty)
  }
}
