import Testing

@testable import TitleIndex

@Suite struct OffsetListTests {
  private func list(_ lengths: [Int], _ body: (OffsetList) -> Void) {
    var writer = OffsetWriter()
    for length in lengths { writer.append(length: length) }
    writer.bytes.withUnsafeBufferPointer { body(OffsetList($0)) }
  }

  @Test(arguments: [0, 1, 31, 32, 33, 64, 1000])
  func each_piece_is_where_the_lengths_before_it_end(_ count: Int) {
    let lengths = (0..<count).map { $0 % 7 == 0 ? 0 : $0 * $0 % 40_000 }
    list(lengths) { list in
      #expect(list.count == count)
      var start = 0
      for (piece, length) in lengths.enumerated() {
        #expect(list.place(of: piece) == start..<start + length)
        start += length
      }
      #expect(list.place(of: count) == nil && list.place(of: -1) == nil)
      for first in stride(from: 0, to: count, by: OffsetList.block) {
        var places = list.places(from: first)
        for piece in first..<count { #expect(places.next() == list.place(of: piece)) }
        #expect(places.next() == nil)
      }
    }
  }

  @Test func damaged_bytes_give_places_or_none() {
    var writer = OffsetWriter()
    for length in 0..<100 { writer.append(length: length * 50) }
    let bytes = writer.bytes
    for place in bytes.indices {
      for wrong in [0, 0x7f, 0xff] as [UInt8] {
        var damaged = bytes
        damaged[place] = wrong
        for count in [damaged.count, place] {
          damaged[..<count].withUnsafeBufferPointer { bytes in
            let list = OffsetList(bytes)
            for piece in [0, 31, 32, 99, list.count - 1] {
              if let found = list.place(of: piece) { #expect(found.lowerBound >= 0) }
            }
          }
        }
      }
    }
  }
}
