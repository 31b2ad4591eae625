import CZlib
import TitleIndex

/// The built-in table as make.py packs it: gzip in several pieces of whole lines, so that several threads unpack it. Each says
/// in the extra field of its header how many bytes and how many titles it has (https://www.rfc-editor.org/rfc/rfc1952);
/// the first has the table's header and no titles.
struct PackedPieces {
  private static let headerBytes = 24
  private static let trailerBytes = 8
  /// gzip with an extra field, which has 12 bytes: MP, and its length.
  private static let beginning: [UInt8] = [0x1f, 0x8b, 8, 4]
  private static let extra: [UInt8] = [12, 0, 0x4d, 0x50, 8, 0]
  /// None has more text.
  private static let maxText = 1 << 26

  private struct Piece {
    let titles: Int
    let packed: Range<Int>
    let crc: UInt32
    let size: Int
  }

  // A constant of the binary: it exists, unchanged, as long as the process.
  nonisolated(unsafe) private let bytes: UnsafeBufferPointer<UInt8>
  private var pieces: [Piece] = []

  init(_ bytes: UnsafeBufferPointer<UInt8>) throws(CatalogueError) {
    self.bytes = bytes
    func number(_ place: Int) -> Int { (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) } }
    var start = 0
    while start < bytes.count {
      guard start + Self.headerBytes <= bytes.count, bytes[start...].starts(with: Self.beginning),
        bytes[(start + 10)...].starts(with: Self.extra)
      else { throw Self.damaged }
      let end = start + number(start + 16), trailer = end - Self.trailerBytes
      guard end <= bytes.count, trailer >= start + Self.headerBytes, number(trailer + 4) <= Self.maxText
      else {
        throw Self.damaged
      }
      pieces.append(
        Piece(
          titles: number(start + 20), packed: start + Self.headerBytes..<trailer,
          crc: UInt32(number(trailer)), size: number(trailer + 4)))
      start = end
    }
  }

  /// Another one for another table.
  var checksum: UInt64 { pieces.reduce(0) { ($0 << 8 | $0 >> 56) ^ UInt64($1.crc) } }

  /// Those with titles.
  var forIndex: [IndexBuilder.Piece] {
    pieces.filter { $0.titles > 0 }.map { piece in
      IndexBuilder.Piece(titles: piece.titles) { try unpack(piece) }
    }
  }

  private func unpack(_ piece: Piece) throws(CatalogueError) -> [UInt8] {
    var outcome = CZLIB_DAMAGED
    let text = [UInt8](unsafeUninitializedCapacity: piece.size) { buffer, count in
      guard let packed = bytes.baseAddress, let text = buffer.baseAddress else { return }
      outcome = czlib_inflate(
        packed + piece.packed.lowerBound, piece.packed.count, text, piece.size, piece.crc)
      count = outcome == CZLIB_DONE ? piece.size : 0
    }
    guard outcome == CZLIB_DONE else {
      throw outcome == CZLIB_MISSING ? CatalogueBytes.missing : Self.damaged
    }
    return text
  }

  private static let damaged = CatalogueError(.format, "the packed data is damaged")
}
