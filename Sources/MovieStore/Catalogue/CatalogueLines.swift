import Glibc

/// The lines of a text, one after another. It holds one line and one chunk, however long the text is.
final class CatalogueLines {
  /// How lines that violate the format are handled.
  enum Tolerance {
    /// It is an error.
    case none
    /// Lines that are too long are passed over, and the last one needs no line feed.
    case ofImports
  }

  let bytes: CatalogueBytes
  /// The most that is passed over of one line.
  private static let maxPassedOver = 64 << 20
  private let maxLine: Int
  private let tolerance: Tolerance
  private var buffer: [UInt8] = []
  private var next = 0
  /// Of the next line.
  private(set) var number = 1
  /// The lines that were passed over.
  private(set) var tooLong = 0

  init(_ bytes: CatalogueBytes, maxLine: Int = 1 << 20, _ tolerance: Tolerance = .none) {
    (self.bytes, self.maxLine, self.tolerance) = (bytes, maxLine, tolerance)
  }

  /// The next line without its line feed, or nil at the end.
  func line() throws(CatalogueError) -> String? {
    let line = number
    guard let bytes = try lineBytes() else { return nil }
    do {
      return String(copying: try UTF8Span(validating: bytes.span))
    } catch {
      throw CatalogueError(.format, "not UTF-8", line: line)
    }
  }

  /// The same as bytes, whatever they are.
  func lineBytes() throws(CatalogueError) -> [UInt8]? {
    var searched = next
    var isPassedOver = false
    var passedOver = 0
    while true {
      if let end = lineFeed(from: searched) {
        let line = buffer[next..<end]
        next = end + 1
        number += 1
        if !isPassedOver {
          guard line.count > maxLine else { return Array(line) }
          try passOver(number - 1)
        }
        (isPassedOver, passedOver) = (false, 0)
        searched = next
        continue
      }
      searched = buffer.count - next
      if searched > maxLine {
        if !isPassedOver { try passOver(number) }
        isPassedOver = true
      }
      if isPassedOver {
        passedOver += buffer.count
        guard passedOver <= Self.maxPassedOver else {
          throw CatalogueError(.format, "longer than \(Self.maxPassedOver) bytes", line: number)
        }
        buffer.removeAll(keepingCapacity: true)
        searched = 0
      } else {
        buffer.removeFirst(next)
      }
      next = 0
      let more = try chunk()
      guard !more.isEmpty else { break }
      buffer += more
    }
    guard !buffer.isEmpty, !isPassedOver else { return nil }
    guard tolerance == .ofImports else {
      throw CatalogueError(.format, "the last line has no line feed: the data is truncated", line: number)
    }
    defer { buffer = [] }
    number += 1
    return buffer
  }

  private func passOver(_ line: Int) throws(CatalogueError) {
    guard tolerance == .ofImports else {
      throw CatalogueError(.format, "longer than \(maxLine) bytes", line: line)
    }
    tooLong += 1
  }

  private func chunk() throws(CatalogueError) -> [UInt8] {
    do {
      return try bytes.next()
    } catch {
      throw CatalogueError(error.code, error.message, line: number)
    }
  }

  private func lineFeed(from start: Int) -> Int? {
    buffer.withUnsafeBytes { bytes in
      guard start < bytes.count, let base = bytes.baseAddress,
        let found = memchr(base + start, 0x0a, bytes.count - start)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }
}
