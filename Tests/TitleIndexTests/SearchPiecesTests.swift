import Testing

@testable import TitleIndex

@Suite struct SearchPiecesTests {
  private static let scalars = [0x20..<0x530, 0x3000..<0x3100, 0x4e00..<0xa000, 0xac00..<0xd7a4].joined()
    .compactMap { Unicode.Scalar(UInt32($0)) }

  private func expectSame(_ text: String, _ comment: String) {
    let (quick, slow) = (SearchPieces(text), SearchPieces(decomposing: text))
    #expect(quick.pieces == slow.pieces, "\(comment)")
    #expect(quick.hasPunctuation == slow.hasPunctuation, "\(comment)")
    #expect(quick.hasApostrophe == slow.hasApostrophe, "\(comment)")
    #expect(quick.hasAmpersand == slow.hasAmpersand, "\(comment)")
  }

  @Test func letter_that_is_decomposed_by_itself_makes_the_same_pieces() {
    for scalar in Self.scalars { expectSame("a\(scalar)b", String(scalar.value, radix: 16)) }
  }

  /// They may have to change places with a mark before them, and complete a syllable.
  @Test(arguments: ["\u{301}", "\u{3099}", "\u{483}", "\u{11a8}", "\u{30b}\u{323}", "\u{ff9e}", "é", "ä"])
  func mark_behind_a_letter_makes_the_same_pieces(_ mark: String) {
    for letter in ["б", "й", "か", "が", "ヴ", "가", "각", "漢", "e", "'", "・"] {
      expectSame("\(letter)\(mark)\(letter)", "\(letter) \(mark)")
    }
  }
}
