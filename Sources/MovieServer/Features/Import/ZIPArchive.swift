import CZlib
import JSONRPC
import MovieProtocol

/// The files of a ZIP archive, which is read in memory and never unpacked to a disk
/// (https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT).
///
/// The directory at its end is believed, not the headers before the files, and only after all of its bounds were
/// checked. What services send needs no ZIP64, no encryption and no method but deflate.
struct ZIPArchive {
  struct Entry: Equatable {
    /// Not the name of a file to write: it may be anything.
    var name: String
    /// In bytes, unpacked.
    var size: Int
    fileprivate var packedSize: Int
    fileprivate var method: UInt16
    fileprivate var sum: UInt32
    fileprivate var header: Int

    var isFolder: Bool { name.hasSuffix("/") }
  }

  static let maxEntries = 10_000
  static let maxNameLength = 1000
  /// Of one file, unpacked; that of a file that is no archive.
  static let maxFileBytes = ImportFile.maxBytes
  /// Of all files, unpacked.
  static let maxBytes = 256 << 20
  /// A file may be unpacked to so many times its size, if that is more than a few bytes. The history of a service
  /// repeats its words some thirty times; what is made to fill a memory, a thousand times.
  private static let maxRatio = 200
  private static let smallBytes = 1 << 20

  private static let endLength = 22
  private static let entryLength = 46
  private static let headerLength = 30

  let entries: [Entry]

  static func isOne(_ bytes: Span<UInt8>) -> Bool {
    bytes.word(at: 0) == 0x0403_4b50 || bytes.word(at: 0) == 0x0605_4b50
  }

  init(_ bytes: Span<UInt8>) throws(ImportError) {
    guard let end = Self.end(bytes), let disk = bytes.half(at: end + 4),
      let count = bytes.half(at: end + 10), let size = bytes.word(at: end + 12),
      let start = bytes.word(at: end + 16)
    else { throw Self.damaged("it has no directory at its end") }
    guard count < 0xFFFF, size < UInt32.max, start < UInt32.max else {
      throw Self.unreadable("ZIP64 is used")
    }
    guard disk == 0, bytes.half(at: end + 8) == count else {
      throw Self.unreadable("it is a part of several")
    }
    guard Int(count) <= Self.maxEntries else {
      throw ImportError(
        beyond: .init(name: "archive_entries", max: Self.maxEntries, got: Int(count)), hint: .unpackFile)
    }
    var at = Int(start)
    var entries: [Entry] = []
    var total = 0
    for _ in 0..<count {
      guard let (entry, next) = try Self.entry(bytes, at), next <= end else {
        throw Self.damaged("its directory is cut short")
      }
      total += entry.size
      guard total <= Self.maxBytes else {
        throw ImportError(
          beyond: .init(name: "archive_bytes", max: Self.maxBytes, got: total), hint: .unpackFile)
      }
      entries.append(entry)
      at = next
    }
    self.entries = entries
  }

  /// Unpacks one file.
  ///
  /// - Parameter bytes: those of the archive.
  func read(_ entry: Entry, _ bytes: Span<UInt8>) throws(ImportError) -> [UInt8] {
    let name = Spelling.shortened(entry.name)
    guard bytes.word(at: entry.header) == 0x0403_4b50, let nameLength = bytes.half(at: entry.header + 26),
      let extraLength = bytes.half(at: entry.header + 28)
    else { throw Self.damaged("\(name) is not where its directory says") }
    let start = entry.header + Self.headerLength + Int(nameLength) + Int(extraLength)
    guard start <= bytes.count, entry.packedSize <= bytes.count - start else {
      throw Self.damaged("\(name) is cut short")
    }
    let packed = bytes.extracting(start..<(start + entry.packedSize))
    if entry.method == 0 {
      guard entry.size == entry.packedSize,
        packed.withUnsafeBufferPointer({ czlib_has_crc($0.baseAddress, $0.count, entry.sum) })
      else { throw Self.damaged("\(name) is not what was packed") }
      return Array(copying: packed)
    }
    var result = CZLIB_DAMAGED
    let unpacked = [UInt8](unsafeUninitializedCapacity: entry.size) { buffer, count in
      result = packed.withUnsafeBufferPointer {
        czlib_inflate($0.baseAddress, $0.count, buffer.baseAddress, entry.size, entry.sum)
      }
      count = result == CZLIB_DONE ? entry.size : 0
    }
    switch result {
    case CZLIB_DONE: return unpacked
    case CZLIB_MISSING: throw ImportError(.cannotBeUnpacked, hint: .unpackFile)
    default: throw Self.damaged("\(name) is not what was packed")
    }
  }

  /// The last record, behind which a comment may stand.
  private static func end(_ bytes: Span<UInt8>) -> Int? {
    let last = bytes.count - endLength
    guard last >= 0 else { return nil }
    return stride(from: last, through: max(0, last - 0xFFFF), by: -1).first { at in
      bytes.word(at: at) == 0x0605_4b50
        && bytes.half(at: at + 20).map { at + endLength + Int($0) } == bytes.count
    }
  }

  private static func entry(
    _ bytes: Span<UInt8>, _ at: Int
  ) throws(ImportError) -> (Entry, next: Int)? {
    guard bytes.word(at: at) == 0x0201_4b50, let flags = bytes.half(at: at + 8),
      let method = bytes.half(at: at + 10), let sum = bytes.word(at: at + 16),
      let packedSize = bytes.word(at: at + 20), let size = bytes.word(at: at + 24),
      let nameLength = bytes.half(at: at + 28), let extraLength = bytes.half(at: at + 30),
      let commentLength = bytes.half(at: at + 32), let header = bytes.word(at: at + 42),
      let name = bytes.text(at: at + entryLength, Int(nameLength))
    else { return nil }
    let shown = Spelling.shortened(name)
    guard name.utf8.count <= maxNameLength else { throw unreadable("a name in it is too long") }
    guard flags & 0x2041 == 0 else { throw unreadable("\(shown) is encrypted") }
    guard packedSize < UInt32.max, size < UInt32.max, header < UInt32.max else {
      throw unreadable("ZIP64 is used")
    }
    guard method == 0 || method == 8 else { throw unreadable("\(shown) is packed by method \(method)") }
    guard Int(size) <= maxFileBytes else {
      throw ImportError(
        beyond: .init(name: "import_bytes", max: maxFileBytes, got: Int(size)), hint: .unpackFile)
    }
    guard Int(size) <= max(smallBytes, Int(packedSize) * maxRatio) else {
      throw unreadable("\(shown) would be \(Int(size) / max(1, Int(packedSize))) times as large")
    }
    let entry = Entry(
      name: name, size: Int(size), packedSize: Int(packedSize), method: method, sum: sum, header: Int(header))
    return (entry, at + entryLength + Int(nameLength) + Int(extraLength) + Int(commentLength))
  }

  private static func damaged(_ reason: String) -> ImportError {
    ImportError(.isDamagedArchive(reason), hint: .downloadFileAgain)
  }

  private static func unreadable(_ reason: String) -> ImportError {
    ImportError(.isUnreadableArchive(reason), hint: .unpackFile)
  }
}

/// Numbers in little-endian order, as ZIP has them; nil beyond the end.
extension Span<UInt8> {
  fileprivate func half(at place: Int) -> UInt16? { number(place, 2).map { UInt16(truncatingIfNeeded: $0) } }
  fileprivate func word(at place: Int) -> UInt32? { number(place, 4) }

  fileprivate func text(at place: Int, _ length: Int) -> String? {
    guard place >= 0, place <= count, length <= count - place else { return nil }
    return String(decoding: Array(copying: extracting(place..<(place + length))), as: UTF8.self)
  }

  private func number(_ place: Int, _ length: Int) -> UInt32? {
    guard place >= 0, place <= count, length <= count - place else { return nil }
    var number: UInt32 = 0
    for index in stride(from: length - 1, through: 0, by: -1) {
      number = number << 8 | UInt32(self[place + index])
    }
    return number
  }
}
