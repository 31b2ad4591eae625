import CZstd

/// The built-in table as make.py packs it: two frames of zstd (https://www.rfc-editor.org/rfc/rfc8878), each with its size
/// and a checksum. The first has the table's header, so that a start reads nothing of the second, which has the lines.
struct PackedTable {
  /// No frame has more text.
  private static let maxText: UInt64 = 1 << 26
  private static let checksumBytes = 4

  // A constant of the binary: it exists, unchanged, as long as the process.
  nonisolated(unsafe) private let frames: (header: UnsafeRawBufferPointer, lines: UnsafeRawBufferPointer)

  init(_ bytes: UnsafeBufferPointer<UInt8>) throws(CatalogueError) {
    let bytes = UnsafeRawBufferPointer(bytes)
    let end = ZSTD_findFrameCompressedSize(bytes.baseAddress, bytes.count)
    guard ZSTD_isError(end) == 0, (1..<bytes.count).contains(end) else { throw Self.damaged }
    frames = (
      UnsafeRawBufferPointer(rebasing: bytes[..<end]), UnsafeRawBufferPointer(rebasing: bytes[end...])
    )
  }

  /// Another one for another table.
  var checksum: UInt64 {
    let sums = [frames.header, frames.lines].map { $0.suffix(Self.checksumBytes) }
    return sums.joined().reduce(0) { $0 << 8 | UInt64($1) }
  }

  func header() throws(CatalogueError) -> [UInt8] { try Self.unpacked(frames.header) }

  /// One title each.
  func lines() throws(CatalogueError) -> [UInt8] { try Self.unpacked(frames.lines) }

  private static func unpacked(_ frame: UnsafeRawBufferPointer) throws(CatalogueError) -> [UInt8] {
    // What is no frame has the highest of all sizes.
    let size = ZSTD_getFrameContentSize(frame.baseAddress, frame.count)
    guard size <= maxText else { throw damaged }
    let text = [UInt8](unsafeUninitializedCapacity: Int(size)) { text, count in
      let made = ZSTD_decompress(text.baseAddress, text.count, frame.baseAddress, frame.count)
      count = ZSTD_isError(made) == 0 ? made : 0
    }
    guard text.count == size else { throw damaged }
    return text
  }

  private static let damaged = CatalogueError(.format, "the packed data is damaged")
}
