import CZlib
import Glibc

/// The lines of a source, one after another. It holds one chunk of the text, however long that is.
final class CatalogueLines {
  /// A longer line is an error.
  private static let maxLine = 1 << 20
  private static let chunk = 1 << 16

  private enum Text {
    /// And how many of them have been read.
    case plain([UInt8], Int)
    /// See czlib.h.
    case packed(OpaquePointer)
  }

  private var text: Text
  private var buffer: [UInt8] = []
  private var next = 0
  /// Of the next line.
  private(set) var number = 1

  init(_ source: CatalogueSource) throws(CatalogueError) {
    switch source {
    case .bytes(let bytes): text = .plain(bytes, 0)
    case .embedded:
      let bytes = CatalogueSource.embeddedBytes
      guard let start = bytes.baseAddress, let stream = czlib_open(start, bytes.count) else {
        throw CatalogueError(.format, "libz.so.1 cannot be loaded, which unpacks the catalogue")
      }
      text = .packed(stream)
    }
  }

  deinit {
    if case .packed(let stream) = text { czlib_close(stream) }
  }

  /// The next line without its line feed, or nil at the end.
  func line() throws(CatalogueError) -> String? {
    var searched = next
    while true {
      if let end = lineFeed(from: searched) {
        defer {
          next = end + 1
          number += 1
        }
        return try Self.string(buffer.span, next..<end, line: number)
      }
      searched = buffer.count - next
      guard searched <= Self.maxLine else {
        throw CatalogueError(.format, "longer than \(Self.maxLine) bytes", line: number)
      }
      buffer.removeFirst(next)
      next = 0
      guard try readMore() else { break }
    }
    guard buffer.isEmpty else {
      throw CatalogueError(.format, "the last line has no line feed: the data is truncated", line: number)
    }
    return nil
  }

  private func lineFeed(from start: Int) -> Int? {
    buffer.withUnsafeBytes { bytes in
      guard start < bytes.count, let base = bytes.baseAddress,
        let found = memchr(base + start, 0x0a, bytes.count - start)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }

  private static func string(
    _ bytes: Span<UInt8>, _ range: Range<Int>, line: Int
  ) throws(CatalogueError) -> String {
    do {
      return String(copying: try UTF8Span(validating: bytes.extracting(range)))
    } catch {
      throw CatalogueError(.format, "not UTF-8", line: line)
    }
  }

  /// - Returns: false at the end.
  private func readMore() throws(CatalogueError) -> Bool {
    switch text {
    case .plain(let bytes, let read):
      let more = bytes[read...].prefix(Self.chunk)
      buffer += more
      text = .plain(bytes, read + more.count)
      return !more.isEmpty
    case .packed(let stream):
      var outcome = CZLIB_DONE
      var filled = 0
      let more = [UInt8](unsafeUninitializedCapacity: Self.chunk) { buffer, count in
        if let start = buffer.baseAddress { outcome = czlib_read(stream, start, Self.chunk, &filled) }
        count = filled
      }
      guard outcome == CZLIB_DONE else {
        throw CatalogueError(.format, "the packed data is damaged", line: number)
      }
      buffer += more
      return filled > 0
    }
  }
}
