/// Where the pieces of a section lie, one after another: for each 32 pieces where the first begins, and for each its
/// length.
///
/// The number of pieces, then for each block the place of its first piece and the place of its lengths (4 bytes each),
/// then the lengths with 7 bits a byte, the lowest first. A fourth of what a place for each piece takes.
struct OffsetList {
  static let block = 32

  let count: Int
  private let bytes: UnsafeBufferPointer<UInt8>

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    let count = bytes.count < 4 ? 0 : Int(Self.number(bytes, at: 0))
    self.count = Self.headBytes(count) <= bytes.count ? count : 0
  }

  /// Where a piece begins and ends; of a list that was damaged, anything that is not negative, or nil.
  func place(of piece: Int) -> Range<Int>? {
    guard (0..<count).contains(piece) else { return nil }
    var places = places(from: piece - piece % Self.block)
    for _ in 0..<piece % Self.block where places.next() == nil { return nil }
    return places.next()
  }

  /// - Parameter piece: the first one of a block.
  func places(from piece: Int) -> Places {
    let head = 4 + 8 * (piece / Self.block)
    guard piece >= 0, piece < count else { return Places(ByteReader(bytes, at: bytes.count), start: 0) }
    let lengths = Int(Self.number(bytes, at: head + 4))
    return Places(
      ByteReader(bytes, at: min(Self.headBytes(count) + lengths, bytes.count)),
      start: Int(Self.number(bytes, at: head)))
  }

  /// Those of a piece and of all after it.
  struct Places: IteratorProtocol {
    private var lengths: ByteReader
    private var start: Int

    init(_ lengths: ByteReader, start: Int) { (self.lengths, self.start) = (lengths, start) }

    @inline(__always)
    mutating func next() -> Range<Int>? {
      guard let length = lengths.number() else { return nil }
      let (end, isTooLarge) = start.addingReportingOverflow(length)
      guard !isTooLarge else { return nil }
      defer { start = end }
      return start..<end
    }
  }

  fileprivate static func headBytes(_ count: Int) -> Int { 4 + 8 * ((count + block - 1) / block) }

  private static func number(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> UInt32 {
    UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: place, as: UInt32.self)
  }
}

/// Writes an `OffsetList`.
struct OffsetWriter {
  private var count: UInt32 = 0
  private var end: UInt32 = 0
  private var blocks: [UInt32] = []
  private var lengths: [UInt8] = []

  mutating func append(length: Int) {
    if Int(count) % OffsetList.block == 0 { blocks += [end, UInt32(lengths.count)] }
    lengths.append(number: length)
    (count, end) = (count + 1, end + UInt32(length))
  }

  /// The list.
  var bytes: [UInt8] {
    ([count] + blocks).withUnsafeBytes { Array($0) } + lengths
  }
}
