import JSONRPC

/// Reads the journal of a device, whatever has become of it on its way: lines that are not whole are skipped, and
/// the end of a file that is still being written is left for the next time.
package struct JournalReader: Sendable {
  /// How far a file was read before.
  package struct Mark: Equatable, Sendable {
    /// After the last whole line.
    package var offset = 0
    /// Of all bytes before `offset`.
    package var sum: UInt32 = 0
    /// The latest clock until there that is believed.
    package var newest = HybridClock.zero
    /// Of the last change until there.
    package var number = 0

    package init() {}

    package init(offset: Int, sum: UInt32, newest: HybridClock, number: Int) {
      (self.offset, self.sum, self.newest, self.number) = (offset, sum, newest, number)
    }
  }

  package let header: JournalHeader
  /// Nil: the journal is not encrypted.
  package let cipher: LineCipher?
  /// The file begins with what was read before.
  package let isContinued: Bool
  /// Lines that are damaged.
  package private(set) var badLines = 0
  /// The earliest clock that is too far ahead to be believed.
  package private(set) var earliestAhead: HybridClock?
  package private(set) var newest: HybridClock
  private let bytes: [UInt8]
  private let latest: HybridClock
  private let known: Int?
  private var offset: Int
  private var number: Int
  /// Damaged lines since the line of that number, which may have had the next ones.
  private var damaged = 0

  /// - Parameters:
  ///   - keys: of the passphrase; nil: there is none. A journal that this does not fit is not read.
  ///   - mayMakeKey: false: `keyNeeded` is thrown where a key would have to be made.
  ///   - mark: if the file still begins with what was read then, only the rest is read.
  ///   - known: the number of the last change that the reader has, whose own journal it is: those until there are
  ///     left out, whatever their clocks say.
  ///   - now: milliseconds since 1970.
  package init(
    _ bytes: [UInt8], keys: JournalKeys? = nil, mayMakeKey: Bool = true, after mark: Mark = Mark(),
    known: Int? = nil, now: Int64
  ) throws(JournalFault) {
    (self.bytes, self.known) = (bytes, known)
    latest = HybridClock.latest(now: now)
    guard let end = bytes.firstIndex(of: .newline) else { throw .notAJournal }
    let line = bytes.span.extracting(Self.line(0..<end, bytes))
    header = try JournalHeader(line)
    cipher = try header.cipher(keys, mayMakeKey: mayMakeKey, line)
    if mark.offset > end, mark.offset <= bytes.count,
      LineSum.of(bytes.span.extracting(..<mark.offset)) == mark.sum
    {
      (offset, newest, number, isContinued) = (mark.offset, mark.newest, mark.number, true)
    } else {
      (offset, number, isContinued) = (end + 1, header.number, false)
      newest = header.clock <= latest ? header.clock : .zero
    }
  }

  /// Where the next reader may begin. Lines that are ahead are to be read again.
  package var mark: Mark {
    Mark(
      offset: offset, sum: LineSum.of(bytes.span.extracting(..<offset)), newest: newest, number: number)
  }

  package var isAtEnd: Bool { lineEnd == nil }

  /// Its device has written nothing for so long that others have forgotten what was removed since. A device
  /// appends its changes in their order, so the last line is enough.
  package func isForgotten(now: Int64) -> Bool {
    let horizon = HybridClock.horizon(now: now)
    return max(newest, header.clock, lastClock) < horizon
  }

  private var lastClock: HybridClock {
    guard let end = bytes.lastIndex(of: .newline), let start = bytes[..<end].lastIndex(of: .newline) else {
      return .zero
    }
    let line = JournalLine.opened(bytes.span.extracting(Self.line((start + 1)..<end, bytes)), cipher)
    return line?["c"]?.stringValue.flatMap { HybridClock($0) } ?? .zero
  }

  /// The next changes; empty at the end.
  package mutating func next(_ limit: Int) -> [SyncChange] {
    // Its lines are borrowed while the reader changes.
    let bytes = bytes
    var changes: [SyncChange] = []
    while changes.count < limit, let end = lineEnd {
      let line = bytes.span.extracting(Self.line(offset..<end, bytes))
      offset = end + 1
      if let change = change(line) { changes.append(change) }
    }
    return changes
  }

  private mutating func change(_ line: Span<UInt8>) -> SyncChange? {
    guard let json = JournalLine.opened(line, cipher),
      let change = JournalLine.change(json, owner: header.device)
    else {
      // The same header again, as in a file that was appended to itself.
      if !line.isEmpty, (try? JournalHeader(line)) == nil {
        badLines += 1
        damaged += 1
      }
      return nil
    }
    let number = json["n"]?.intValue
    check(number)
    if let known, number ?? header.number <= known { return nil }
    guard change.stamp.clock <= latest else {
      earliestAhead = min(earliestAhead ?? change.stamp.clock, change.stamp.clock)
      return nil
    }
    newest = max(newest, change.stamp.clock)
    return change
  }

  private var lineEnd: Int? {
    guard offset < bytes.count else { return nil }
    return bytes[offset...].firstIndex(of: .newline)
  }

  /// A number that is left out is a line that is missing.
  private mutating func check(_ next: Int?) {
    guard let next, next >= 0, next < .max else { return }
    if next - 1 > number, next - 1 - max(number, 0) > damaged { badLines += 1 }
    (number, damaged) = (max(number, next), 0)
  }

  /// Without the carriage return of a copy that git has made with `core.autocrlf`.
  private static func line(_ range: Range<Int>, _ bytes: [UInt8]) -> Range<Int> {
    range.last.map { bytes[$0] == UInt8(ascii: "\r") } == true ? range.dropLast() : range
  }
}
