import CZstd
import TitleIndex

/// The built-in table as make.py packs it: frames of zstd (https://www.rfc-editor.org/rfc/rfc8878), each with its size
/// and a checksum. The first has the table's header, so that a start reads nothing of the others; they have the lines,
/// in two halves that are unpacked at the same time.
struct PackedTable {
  /// No frame has more text.
  private static let maxText: UInt64 = 1 << 26
  private static let checksumBytes = 4

  /// A part of a constant of the binary: it exists, unchanged, as long as the process.
  private struct Frame: @unchecked Sendable {
    let bytes: UnsafeRawBufferPointer
  }

  private let first: Frame
  private let others: Frame

  init(_ bytes: UnsafeBufferPointer<UInt8>) throws(CatalogueError) {
    (first, others) = try Self.first(of: Frame(bytes: UnsafeRawBufferPointer(bytes)))
  }

  /// Another one for another table: the header has the checksum of the lines.
  var checksum: UInt64 { first.bytes.suffix(Self.checksumBytes).reduce(0) { $0 << 8 | UInt64($1) } }

  func header() throws(CatalogueError) -> [UInt8] { try Self.unpacked(first) }

  /// One title each; the texts one after another.
  ///
  /// - Throws: `CatalogueError`.
  func lines() throws -> [[UInt8]] {
    var (frames, rest): ([Frame], Frame) = ([], others)
    repeat {
      let (frame, others) = try Self.first(of: rest)
      frames.append(frame)
      rest = others
    } while !rest.bytes.isEmpty
    return try threadForEach(frames) { try Self.unpacked($0) }
  }

  private static func first(of frames: Frame) throws(CatalogueError) -> (frame: Frame, others: Frame) {
    let bytes = frames.bytes
    let end = ZSTD_findFrameCompressedSize(bytes.baseAddress, bytes.count)
    guard ZSTD_isError(end) == 0, end > 0, end <= bytes.count else { throw damaged }
    return (
      Frame(bytes: UnsafeRawBufferPointer(rebasing: bytes[..<end])),
      Frame(bytes: UnsafeRawBufferPointer(rebasing: bytes[end...]))
    )
  }

  private static func unpacked(_ frame: Frame) throws(CatalogueError) -> [UInt8] {
    let frame = frame.bytes
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
