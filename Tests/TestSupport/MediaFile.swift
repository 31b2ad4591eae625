import Foundation
import Glibc

/// A large file that need not exist on disk: a film by its first bytes, with a pattern that makes each of its
/// pieces unique.
package struct MediaFile: Sendable {
  package let size: Int
  /// Files with another number have different bytes.
  package let number: UInt8
  private let block: [UInt8]

  private static let blockSize = 1 << 20
  private static let head: [UInt8] = [0, 0, 0, 0x18] + Array("ftypmp42".utf8)

  package init(size: Int, number: UInt8 = 1) {
    self.size = size
    self.number = number
    var block = [UInt8](repeating: number, count: Self.blockSize)
    // A few bytes that differ, so that a shift by less than a block is noticed.
    for place in stride(from: 0, to: block.count, by: 509) {
      block[place] = UInt8(truncatingIfNeeded: place / 509)
    }
    self.block = block
  }

  /// At most one block.
  package func bytes(from offset: Int, to end: Int) -> [UInt8] {
    let index = offset / Self.blockSize
    let start = index * Self.blockSize
    let stop = min(end, size, start + Self.blockSize)
    guard offset < stop else { return [] }
    var bytes = block
    withUnsafeBytes(of: UInt32(index).bigEndian) { bytes.replaceSubrange(16..<20, with: $0) }
    if index == 0 { bytes.replaceSubrange(0..<Self.head.count, with: Self.head) }
    return Array(bytes[offset - start..<stop - start])
  }

  /// Whether the file at `path` is this one, to the last byte.
  package func isSame(as path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    var offset = 0
    while offset < size {
      let wanted = bytes(from: offset, to: size)
      guard let found = try? file.read(upToCount: wanted.count), found.count == wanted.count else {
        return false
      }
      let isSame = found.withUnsafeBytes { one in
        wanted.withUnsafeBytes { other in one.elementsEqualFast(other) }
      }
      guard isSame else { return false }
      offset += wanted.count
    }
    return (try? file.read(upToCount: 1))?.isEmpty ?? true
  }
}

extension UnsafeRawBufferPointer {
  /// Byte by byte this takes seconds without optimization.
  fileprivate func elementsEqualFast(_ other: UnsafeRawBufferPointer) -> Bool {
    guard let one = baseAddress, let two = other.baseAddress else { return count == other.count }
    return count == other.count && memcmp(one, two, count) == 0
  }
}
