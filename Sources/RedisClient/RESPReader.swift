/// Bytes that are not a reply, or one larger than any that was asked for.
struct RESPError: Error, Equatable {
  let reason: String
}

/// Reads replies from bytes as they arrive.
///
/// The asynchronous client of Debian's hiredis (0.14.1) has no TLS, and aborts the process at a reply to nothing
/// (redisProcessCallbacks in https://github.com/redis/hiredis/blob/v0.14.1/async.c). Here such bytes are an error,
/// nothing is reserved for what has not arrived, and what announces too much is refused at once.
struct RESPReader {
  /// The longest error that a script may raise.
  static let maxLine = 4096
  static let maxElements = 64
  static let maxDepth = 4

  /// Of one reply, without some bytes that say what is in it.
  let maxBytes: Int
  private var buffer: [UInt8] = []
  private var start = 0

  init(maxBytes: Int) { self.maxBytes = maxBytes }

  mutating func feed(_ bytes: Span<UInt8>) {
    if start > 0 {
      buffer.removeFirst(start)
      start = 0
    }
    buffer.reserveCapacity(buffer.count + bytes.count)
    for index in bytes.indices { buffer.append(bytes[index]) }
  }

  /// The next reply; nil: more bytes are needed. After an error nothing can be read any more.
  mutating func next() throws(RESPError) -> RESPValue? {
    var place = start
    let value = try value(&place, depth: 0)
    // If it has not come to its end, all that is there belongs to it.
    guard (value == nil ? buffer.count : place) - start <= maxBytes + Self.maxLine else {
      throw RESPError(reason: "a reply that is too long")
    }
    guard let value else { return nil }
    start = place
    if start == buffer.count {
      buffer.removeAll(keepingCapacity: buffer.capacity <= 1 << 16)
      start = 0
    }
    return value
  }

  private func value(_ place: inout Int, depth: Int) throws(RESPError) -> RESPValue? {
    guard place < buffer.count else { return nil }
    let mark = buffer[place]
    guard "+-:$*".utf8.contains(mark) else { throw RESPError(reason: "an unknown kind of reply") }
    guard let line = try line(after: &place) else { return nil }
    switch mark {
    case UInt8(ascii: "+"): return .text(String(decoding: line, as: UTF8.self))
    case UInt8(ascii: "-"): return .error(String(decoding: line, as: UTF8.self))
    case UInt8(ascii: ":"):
      guard let number = Self.number(line) else { throw RESPError(reason: "an integer without digits") }
      return .integer(number)
    case UInt8(ascii: "$"): return try bytes(Self.number(line), &place)
    default: return try array(Self.number(line), &place, depth: depth)
    }
  }

  private func bytes(_ count: Int64?, _ place: inout Int) throws(RESPError) -> RESPValue? {
    if count == -1 { return .null }
    guard let count, count >= 0, count <= maxBytes else {
      throw RESPError(reason: "a string of a wrong length")
    }
    let end = place + Int(count)
    guard buffer.count >= end + 2 else { return nil }
    guard buffer[end] == 13, buffer[end + 1] == 10 else {
      throw RESPError(reason: "a string without its end")
    }
    defer { place = end + 2 }
    return .bytes(Array(buffer[place..<end]))
  }

  private func array(_ count: Int64?, _ place: inout Int, depth: Int) throws(RESPError) -> RESPValue? {
    if count == -1 { return .null }
    guard let count, count >= 0, count <= Self.maxElements, depth < Self.maxDepth else {
      throw RESPError(reason: "an array of a wrong size")
    }
    var elements: [RESPValue] = []
    for _ in 0..<count {
      guard let element = try value(&place, depth: depth + 1) else { return nil }
      elements.append(element)
    }
    return .array(elements)
  }

  /// What is between the mark and the end of its line.
  private func line(after place: inout Int) throws(RESPError) -> ArraySlice<UInt8>? {
    let rest = buffer[(place + 1)...].prefix(Self.maxLine + 1)
    guard let end = rest.firstIndex(of: 13) else {
      if rest.count > Self.maxLine { throw RESPError(reason: "a line without end") }
      return nil
    }
    guard end + 1 < buffer.count else { return nil }
    guard buffer[end + 1] == 10 else { throw RESPError(reason: "a line without its end") }
    defer { place = end + 2 }
    return buffer[(place + 1)..<end]
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
    Int64(String(decoding: digits, as: UTF8.self))
  }
}
