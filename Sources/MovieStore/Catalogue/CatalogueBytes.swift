import CZlib
import Glibc

/// The text of a catalogue or of an import, a chunk at a time: a file is plain, or packed by gzip, which its first
/// two bytes tell.
final class CatalogueBytes {
  private static let chunk = 1 << 16

  private enum Text {
    /// And how many of them have been read.
    case plain([UInt8], Int)
    case file(CatalogueImportFile)
    /// See czlib.h.
    case packed(OpaquePointer, CatalogueImportFile)
    /// The built-in table before its lines.
    case lines(PackedTable)
  }

  private var text: Text
  /// The part of a file that is being unpacked.
  private let input = UnsafeMutablePointer<UInt8>.allocate(capacity: chunk)
  /// Bytes that are read already: a file's, to see what it is, or the header of the built-in table.
  private var beginning: [UInt8] = []
  /// The bytes of a file that have been read, before they are unpacked.
  private(set) var position = 0
  /// Its cancellation ends the reading, also of bytes that make no line.
  private let progress: CatalogueProgress?

  init(_ source: CatalogueSource) throws(CatalogueError) {
    progress = nil
    switch source {
    case .bytes(let bytes): text = .plain(bytes, 0)
    case .embedded:
      let table = try PackedTable(CatalogueSource.embeddedBytes)
      beginning = try table.header()
      text = .lines(table)
    }
  }

  init(_ file: CatalogueImportFile, _ progress: CatalogueProgress) throws(CatalogueError) {
    text = .file(file)
    self.progress = progress
    // It may have been read before.
    lseek(file.descriptor, 0, SEEK_SET)
    let count = try read(file)
    if count > 1, input[0] == 0x1f, input[1] == 0x8b {
      guard let stream = czlib_open(input, count) else {
        throw CatalogueError(.format, "libz.so.1 cannot be loaded, which unpacks it")
      }
      text = .packed(stream, file)
    } else {
      beginning = Array(UnsafeBufferPointer(start: input, count: count))
    }
  }

  deinit {
    if case .packed(let stream, _) = text { czlib_close(stream) }
    input.deallocate()
  }

  /// More of the text; empty at its end.
  ///
  /// - Throws: `CatalogueError` with `.format`: what is packed is cut short or damaged; with `.file`.
  func next() throws(CatalogueError) -> [UInt8] {
    if !beginning.isEmpty {
      defer { beginning = [] }
      return beginning
    }
    switch text {
    case .plain(let bytes, let read):
      let more = bytes[read...].prefix(Self.chunk)
      text = .plain(bytes, read + more.count)
      return Array(more)
    case .file(let file): return Array(UnsafeBufferPointer(start: input, count: try read(file)))
    case .packed(let stream, let file): return try unpack(stream, file)
    case .lines(let table):
      do {
        text = .plain(Array(try table.lines().joined()), 0)
      } catch {
        throw error as? CatalogueError ?? CatalogueError(.format, "\(error)")
      }
      return try next()
    }
  }

  private func unpack(_ stream: OpaquePointer, _ file: CatalogueImportFile) throws(CatalogueError) -> [UInt8]
  {
    while true {
      var outcome = CZLIB_DONE
      var filled = 0
      let more = [UInt8](unsafeUninitializedCapacity: Self.chunk) { buffer, count in
        if let start = buffer.baseAddress { outcome = czlib_read(stream, start, Self.chunk, &filled) }
        count = filled
      }
      if outcome == CZLIB_DONE, filled > 0 { return more }
      guard outcome == CZLIB_DONE || outcome == CZLIB_CUT_SHORT else {
        throw CatalogueError(.format, "the packed data is damaged")
      }
      let count = try read(file)
      if count > 0 {
        czlib_feed(stream, input, count)
      } else if outcome == CZLIB_DONE {
        return []
      } else {
        throw CatalogueError(.format, "the packed data is cut short")
      }
    }
  }

  private func read(_ file: CatalogueImportFile) throws(CatalogueError) -> Int {
    while true {
      if progress?.isCancelled == true { throw CatalogueError(.file, "it was cancelled") }
      let count = Glibc.read(file.descriptor, input, Self.chunk)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw CatalogueError(.file, "it cannot be read: \(SystemError.message())") }
      position += count
      return count
    }
  }
}
