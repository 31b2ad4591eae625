import Glibc

/// The file of an index, made for `mmap`: a header, then the sections, each at a multiple of 16 bytes, in this
/// machine's byte order.
///
/// Header, 352 bytes: `movierpc` and the format's version (8 bytes each), the fingerprint of the table that it is made
/// of (64 bytes, filled with 0), then the start, the length in bytes and the checksum of each section (8 bytes each),
/// and at the end the checksum of the header. It is written beside the old file, synced and renamed; a reader keeps
/// the old one.
package enum IndexFile {
  enum Section: Int, CaseIterable {
    case text, textPlaces, records, words, wordStems, wordPlaces, postings, postingPlaces, spellings,
      spellingBlocks, ids
  }

  private static let magic: UInt64 = 0x6370_7265_6976_6f6d
  /// Of this layout, and of what the builder writes.
  private static let version: UInt64 = 5
  private static let headerBytes = 352
  private static let alignment = 16
  package static let maxFingerprint = 64

  /// - Throws: `IndexError`; there is no file, or it is of another format or table, or not whole.
  package static func open(_ path: String, fingerprint: String) throws(IndexError) -> CatalogueIndex {
    let file = try MappedFile(path)
    let views = try header(file.bytes, fingerprint)
    return CatalogueIndex(views, owner: file, file: file)
  }

  /// Whether the sections are those that were written. It reads all of the file, not through the mapping: so that
  /// stays small.
  ///
  /// - Throws: `IndexError`: it cannot be used.
  package static func check(_ path: String, fingerprint: String) throws(IndexError) {
    let file = try MappedFile(path)
    let views = try header(file.bytes, fingerprint)
    let isSound = file.withReader { read in
      Section.allCases.allSatisfy { section in
        let range = views.ranges[section.rawValue]
        var sum = Checksum()
        var at = range.lowerBound
        while at < range.upperBound {
          guard let bytes = read(at, min(range.upperBound - at, 1 << 18)), !bytes.isEmpty else {
            return false
          }
          sum.add(bytes)
          at += bytes.count
        }
        return sum.value == views.sums[section.rawValue]
      }
    }
    guard isSound else { throw IndexError("its content is damaged") }
  }

  /// The file's bytes, to be written by the caller; the sections in pieces, so that they are not copied.
  package static func write(
    _ sections: IndexSections, fingerprint: String, to write: (UnsafeRawBufferPointer) throws -> Void
  ) rethrows {
    var header: [UInt64] = [magic, version]
    let name = Array(fingerprint.utf8.prefix(maxFingerprint))
    let padded = name + Array(repeating: 0, count: maxFingerprint - name.count)
    padded.withUnsafeBytes { header += $0.bindMemory(to: UInt64.self) }
    var at = headerBytes
    for section in Section.allCases {
      sections.withBytes(section) { bytes in
        var sum = Checksum()
        sum.add(bytes)
        header += [UInt64(at), UInt64(bytes.count), sum.value]
        at += (bytes.count + alignment - 1) / alignment * alignment
      }
    }
    header += Array(repeating: 0, count: headerBytes / 8 - 1 - header.count)
    header.append(header.withUnsafeBytes { Checksum.of($0) })
    try header.withUnsafeBytes { try write($0) }
    for section in Section.allCases {
      try sections.withBytes(section) { bytes in
        try write(bytes)
        let rest = [UInt8](repeating: 0, count: (alignment - bytes.count % alignment) % alignment)
        try rest.withUnsafeBytes { try write($0) }
      }
    }
  }

  private static func header(_ file: UnsafeRawBufferPointer, _ fingerprint: String) throws(IndexError)
    -> IndexViews
  {
    guard file.count >= headerBytes else { throw IndexError("it is cut short") }
    let words = (0..<headerBytes / 8).map { file.loadUnaligned(fromByteOffset: 8 * $0, as: UInt64.self) }
    guard words[0] == magic else { throw IndexError("it is another kind of file") }
    guard words[1] == version else { throw IndexError("it is of another version", isOutdated: true) }
    guard words.last == Checksum.of(UnsafeRawBufferPointer(rebasing: file[..<(headerBytes - 8)])) else {
      throw IndexError("its header is damaged")
    }
    guard
      file[16..<(16 + maxFingerprint)].prefix(while: { $0 != 0 }).elementsEqual(
        fingerprint.utf8.prefix(maxFingerprint))
    else {
      throw IndexError("it is of another table", isOutdated: true)
    }
    var views = IndexViews(file: file)
    for section in Section.allCases {
      let at = 2 + maxFingerprint / 8 + 3 * section.rawValue
      guard let start = Int(exactly: words[at]), let count = Int(exactly: words[at + 1]),
        start % alignment == 0, start <= file.count, count <= file.count - start
      else { throw IndexError("it is cut short") }
      views.ranges.append(start..<(start + count))
      views.sums.append(words[at + 2])
    }
    return views
  }
}

/// Where the sections are.
struct IndexViews {
  let file: UnsafeRawBufferPointer
  var ranges: [Range<Int>] = []
  var sums: [UInt64] = []

  init(file: UnsafeRawBufferPointer) { self.file = file }

  func bytes(_ section: IndexFile.Section) -> UnsafeBufferPointer<UInt8> { values(section) }

  func values<Value: BitwiseCopyable>(_ section: IndexFile.Section) -> UnsafeBufferPointer<Value> {
    let range = ranges[section.rawValue]
    guard let base = file.baseAddress, !range.isEmpty else {
      return UnsafeBufferPointer(start: nil, count: 0)
    }
    let count = range.count / MemoryLayout<Value>.stride
    return UnsafeBufferPointer(
      start: (base + range.lowerBound).bindMemory(to: Value.self, capacity: count), count: count)
  }
}

extension IndexSections {
  func withBytes<Result>(
    _ section: IndexFile.Section, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    switch section {
    case .text: try text.withUnsafeBytes(body)
    case .textPlaces: try textPlaces.bytes.withUnsafeBytes(body)
    case .records: try records.withUnsafeBytes(body)
    case .words: try words.withUnsafeBytes(body)
    case .wordStems: try wordStems.withUnsafeBytes(body)
    case .wordPlaces: try wordPlaces.bytes.withUnsafeBytes(body)
    case .postings: try postings.withUnsafeBytes(body)
    case .postingPlaces: try postingPlaces.bytes.withUnsafeBytes(body)
    case .spellings: try spellings.withUnsafeBytes(body)
    case .spellingBlocks: try spellingBlocks.withUnsafeBytes(body)
    case .ids: try ids.withUnsafeBytes(body)
    }
  }

  /// Without a file.
  package func inMemory() -> CatalogueIndex {
    final class Memory: @unchecked Sendable {
      let bytes: UnsafeMutableRawBufferPointer
      init(_ count: Int) { bytes = .allocate(byteCount: count, alignment: 16) }
      deinit { bytes.deallocate() }
    }
    var count = 0
    IndexFile.write(self, fingerprint: "") { count += $0.count }
    let memory = Memory(count)
    var at = 0
    IndexFile.write(self, fingerprint: "") { bytes in
      UnsafeMutableRawBufferPointer(rebasing: memory.bytes[at...]).copyMemory(from: bytes)
      at += bytes.count
    }
    // What was just written is right.
    guard let views = try? IndexFile.views(UnsafeRawBufferPointer(memory.bytes)) else {
      preconditionFailure("an index in memory is as it was written")
    }
    return CatalogueIndex(views, owner: memory)
  }
}

extension IndexFile {
  fileprivate static func views(_ file: UnsafeRawBufferPointer) throws(IndexError) -> IndexViews {
    try header(file, "")
  }
}

/// Adds up eight bytes at a time: enough against a failing disk, not against anybody. At the end of each piece of a
/// section but the last one there are eight.
struct Checksum {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var at = 0
    while at + 8 <= bytes.count {
      add(bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
      at += 8
    }
    var rest: UInt64 = 0
    for byte in bytes[at...] { rest = rest << 8 | UInt64(byte) }
    if at < bytes.count { add(rest) }
  }

  static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var sum = Checksum()
    sum.add(bytes)
    return sum.value
  }

  private mutating func add(_ word: UInt64) {
    value = (value ^ word) &* 0x9e37_79b9_7f4a_7c15
    value ^= value >> 29
  }
}
