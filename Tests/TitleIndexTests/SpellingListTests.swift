import Testing

@testable import TitleIndex

@Suite struct SpellingListTests {
  /// Enough for several blocks, with equal texts, beginnings of others and long shared beginnings.
  private static let names: [(text: String, kind: Spelling.Kind, rank: Int)] = {
    var names: [(text: String, kind: Spelling.Kind, rank: Int)] = []
    for (rank, text) in ["alien", "alien 3", "aliens", "alien", "b", "dune", "dune part two", "zorro"]
      .enumerated()
    {
      names.append((text, .title, rank))
      names.append((text + " again", .alias, 1000 + rank))
      for number in 0..<30 { names.append(("\(text) \(number)", .squeezed, 100 * rank + number)) }
    }
    names.append((String(repeating: "long ", count: 200) + "one", .title, 77))
    names.append((String(repeating: "long ", count: 200) + "two", .initials, 1 << 23))
    return names.sorted { ($0.text, $0.rank) < ($1.text, $1.rank) }
  }()

  private let bytes: [UInt8]
  private let blocks: [UInt32]

  init() {
    var writer = SpellingWriter()
    for name in Self.names { writer.append(Array(name.text.utf8)[...], name.kind, rank: name.rank) }
    (bytes, blocks) = (writer.bytes, writer.blocks)
  }

  private func found(_ text: String, orBeginning: Bool, in bytes: [UInt8]) -> [String] {
    bytes.withUnsafeBufferPointer { bytes in
      blocks.withUnsafeBufferPointer { blocks in
        var found: [String] = []
        SpellingList(bytes, blocks: blocks).each(text, orBeginning: orBeginning) { spelling, isWhole in
          found.append("\(spelling.kind) \(spelling.rank) \(isWhole)")
        }
        return found
      }
    }
  }

  @Test(arguments: [
    "alien", "alien ", "alien 3", "aliens", "a", "b", "", "dune", "dune p", "zorro again", "zzz", "0", "long",
    String(repeating: "long ", count: 200), String(repeating: "long ", count: 200) + "two",
  ])
  func those_are_found_that_a_comparison_of_all_finds(_ text: String) {
    for orBeginning in [false, true] {
      let wanted = Self.names.filter {
        orBeginning ? $0.text.hasPrefix(text) || text.isEmpty : $0.text == text
      }
      #expect(
        found(text, orBeginning: orBeginning, in: bytes)
          == wanted.map { "\($0.kind) \($0.rank) \($0.text == text)" })
    }
  }

  @Test func damaged_bytes_end_the_reading() {
    for place in bytes.indices {
      for wrong in [0, 0x7f, 0xff] as [UInt8] {
        var damaged = bytes
        damaged[place] = wrong
        for text in ["alien", "dune p", "zorro again"] { _ = found(text, orBeginning: true, in: damaged) }
      }
      _ = found("zorro", orBeginning: true, in: Array(bytes[..<place]))
    }
  }
}
