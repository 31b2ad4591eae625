import Testing

@testable import MovieServer

@Suite struct FingerprintTests {
  private let maker = Fingerprint.Maker(seeds: (1, 2))

  private func make(_ text: [UInt8], salt: UInt64 = 0) -> Fingerprint { maker.make(text.span, salt: salt) }

  @Test func texts_that_differ_in_any_one_bit_or_in_length_differ() {
    var seen: Set<Fingerprint> = []
    var count = 0
    for length in 0...40 {
      let text = [UInt8](repeating: 0, count: length)
      seen.insert(make(text))
      count += 1
      for index in 0..<length {
        for bit in 0..<8 {
          var changed = text
          changed[index] ^= 1 << UInt8(bit)
          seen.insert(make(changed))
          count += 1
        }
      }
    }
    #expect(seen.count == count)
  }

  @Test func salts_differ_and_no_byte_makes_up_for_them() {
    let text = Array(#"["dune",null,null,1,20]"#.utf8)
    let salted = (0..<64).map { make(text, salt: $0) }
    #expect(Set(salted).count == 64)
    for byte in 0...255 {
      var changed = text
      changed[0] = UInt8(byte)
      for salt in 1..<64 { #expect(make(changed, salt: UInt64(salt)) != salted[0]) }
    }
  }

  @Test func another_seed_is_another_fingerprint() {
    let text = Array("dune".utf8)
    #expect(Fingerprint.Maker(seeds: (1, 3)).make(text.span, salt: 0) != make(text))
    #expect(Fingerprint.Maker().make(text.span, salt: 0) != Fingerprint.Maker().make(text.span, salt: 0))
  }
}
