import Glibc

/// Numbers words in the order of their first use: a hash table with open addressing over one pool of bytes.
struct WordPool {
  private(set) var bytes: [UInt8] = []
  /// The end of each word is the start of the next one.
  private(set) var starts: [UInt32] = [0]
  /// 0: free; else the word's hash, and its number + 1: another word is nearly always told by its hash.
  private var slots: [UInt64]
  private var mask: Int
  /// What the owner remembers of each word.
  var notes: [UInt32] = []

  init(capacity: Int = 1 << 17) {
    mask = 2 * capacity - 1
    slots = Array(repeating: 0, count: mask + 1)
  }

  var count: Int { starts.count - 1 }

  mutating func number(of word: UnsafeBufferPointer<UInt8>) -> Int {
    let hash = Self.hash(word)
    var slot = Int(hash) & mask
    while slots[slot] != 0 {
      let number = Int(truncatingIfNeeded: slots[slot] & 0xffff_ffff) - 1
      if slots[slot] >> 32 == UInt64(hash), isEqual(number, word) { return number }
      slot = (slot + 1) & mask
    }
    bytes.append(contentsOf: word)
    starts.append(UInt32(bytes.count))
    notes.append(.max)
    slots[slot] = UInt64(hash) << 32 | UInt64(count)
    if 2 * count > mask { grow() }
    return count - 1
  }

  /// The number here of each of the other's words.
  mutating func add(_ other: WordPool) -> [UInt32] {
    other.bytes.withUnsafeBufferPointer { bytes in
      (0..<other.count).map { word in
        let place = Int(other.starts[word])..<Int(other.starts[word + 1])
        return UInt32(number(of: UnsafeBufferPointer(rebasing: bytes[place])))
      }
    }
  }

  /// The numbers in the order of the words' bytes.
  func sorted() -> [UInt32] {
    bytes.withUnsafeBufferPointer { bytes in
      starts.withUnsafeBufferPointer { starts in
        func place(_ word: UInt32) -> Range<Int> { Int(starts[Int(word)])..<Int(starts[Int(word) + 1]) }
        var words = (0..<UInt32(count)).map { (beginning: Beginning.of(bytes[place($0)]), number: $0) }
        words.sort { one, other in
          if one.beginning != other.beginning { return one.beginning < other.beginning }
          let (a, b) = (place(one.number), place(other.number))
          return order(bytes.baseAddress, a.lowerBound, a.count, b.lowerBound, b.count) < 0
        }
        return words.map(\.number)
      }
    }
  }

  private func isEqual(_ number: Int, _ word: UnsafeBufferPointer<UInt8>) -> Bool {
    let start = Int(starts[number]), count = Int(starts[number + 1]) - start
    guard count == word.count else { return false }
    guard let base = word.baseAddress else { return count == 0 }
    return bytes.withUnsafeBufferPointer { bytes in
      bytes.baseAddress.map { memcmp($0 + start, base, count) == 0 } ?? false
    }
  }

  private mutating func grow() {
    let old = slots
    mask = 2 * mask + 1
    slots = Array(repeating: 0, count: mask + 1)
    for word in old where word != 0 {
      var slot = Int(word >> 32) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = word
    }
  }

  private static func hash(_ word: UnsafeBufferPointer<UInt8>) -> UInt32 {
    UInt32(truncatingIfNeeded: Checksum.of(UnsafeRawBufferPointer(word)))
  }
}

/// Below 0: the first text comes first.
@inline(__always)
func order(_ bytes: UnsafePointer<UInt8>?, _ a: Int, _ m: Int, _ b: Int, _ n: Int) -> Int {
  guard let bytes else { return 0 }
  let order = Int(memcmp(bytes + a, bytes + b, min(m, n)))
  return order == 0 ? m - n : order
}

/// How many bytes both begin with.
@inline(__always)
func sharedBeginning(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Int {
  one.withUnsafeBufferPointer { one in
    other.withUnsafeBufferPointer { other in
      let most = min(one.count, other.count)
      return (0..<most).first { one[$0] != other[$0] } ?? most
    }
  }
}
