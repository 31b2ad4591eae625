import JSONRPC

/// The lines of a journal: JSON, and a sum over it, so that a line that was half written is not taken for another
/// one. The page of the format is Protocol/sync.md.
package enum JournalLine {
  package static let maxBytes = 1 << 16
  /// Of an encrypted line, in which one of `maxBytes` finds room.
  private static let maxEncryptedBytes = 90_000
  /// Of a line, and of an item.
  package static let maxFields = 32
  static let maxText = 1 << 15
  private static let maxProfile = 256
  private static let maxKey = 2048

  /// - Parameters:
  ///   - number: of a line that was appended; nil in a snapshot.
  ///   - owner: the journal's device.
  ///   - cipher: the journal's; nil: it is not encrypted.
  /// - Returns: nil if it is too long.
  package static func encode(
    _ change: SyncChange, number: Int?, owner: DeviceID, cipher: LineCipher? = nil
  ) -> [UInt8]? {
    var writer = JSONWriter(reserving: 256)
    writer.object { writer in
      if let number { writer.member("n", number) }
      writer.member("c", change.stamp.clock.description)
      if change.stamp.device != owner || change.isHeard {
        writer.member("d", change.stamp.device.description)
      }
      writer.member("p", change.item.profile)
      writer.member("l", change.item.list)
      writer.member("k", change.item.key)
      writer.name("v")
      writer.object { writer in
        for (name, value) in change.fields {
          writer.name(name)
          switch value {
          case .null: writer.null()
          case .integer(let number): writer.integer(Int(number))
          case .text(let text): writer.string(text)
          }
        }
      }
    }
    let line = sealed(writer.bytes)
    guard line.count <= maxBytes else { return nil }
    guard let cipher else { return line }
    return sealed(Array(#"{"e":"\#(cipher.encrypt(writer.bytes))"}"#.utf8))
  }

  /// Appends the sum to an object, and ends the line.
  static func sealed(_ object: [UInt8]) -> [UInt8] {
    var line = object
    line.removeLast()
    return line + seal(line.span) + [.newline]
  }

  /// Nil unless its sum is right.
  ///
  /// - Parameter line: without its end.
  static func opened(_ line: Span<UInt8>, atMost maxBytes: Int = maxBytes) -> JSONValue? {
    guard line.count > sumLength, line.count <= maxBytes else { return nil }
    let content = line.extracting(..<(line.count - sumLength))
    guard [UInt8](copying: line.extracting((line.count - sumLength)...)) == seal(content) else { return nil }
    return try? JSONValue(parsing: line)
  }

  /// The same, for a line below the header: what was encrypted in it.
  static func opened(_ line: Span<UInt8>, _ cipher: LineCipher?) -> JSONValue? {
    guard let cipher else { return opened(line) }
    guard let text = opened(line, atMost: maxEncryptedBytes)?["e"]?.stringValue,
      let object = cipher.decrypt(text), object.count <= maxBytes
    else { return nil }
    return try? JSONValue(parsing: object.span)
  }

  static let sumLength = 18

  private static func seal(_ content: Span<UInt8>) -> [UInt8] {
    Array(",\"crc\":\"\(LineSum.of(content).padded(to: 8, radix: 16))\"}".utf8)
  }

  /// Nil if it is no change.
  static func change(_ line: JSONValue, owner: DeviceID) -> SyncChange? {
    guard let clock = line["c"]?.stringValue.flatMap({ HybridClock($0) }),
      let profile = text(line["p"], 1...maxProfile), !profile.utf8.contains(where: \.isCapitalLetter),
      let list = line["l"]?.stringValue, isName(list),
      let key = text(line["k"], 1...maxKey), let members = line["v"]?.objectValue,
      (1...maxFields).contains(members.count)
    else { return nil }
    var device = owner
    if let other = line["d"] {
      guard let other = other.stringValue.flatMap({ DeviceID($0) }) else { return nil }
      device = other
    }
    var fields: [SyncChange.Field] = []
    for member in members {
      guard isName(member.name), let value = value(member.value) else { return nil }
      fields.append((member.name, value))
    }
    var change = SyncChange(SyncItem(profile, list, key), Stamp(clock, device), fields)
    change.isHeard = line["d"] != nil
    return change
  }

  private static func value(_ json: JSONValue) -> SyncValue? {
    switch json {
    case .null: .null
    case .number: json.intValue.map { .integer(Int64($0)) }
    case .string: text(json, 0...maxText).map { .text($0) }
    case .bool, .array, .object: nil
    }
  }

  /// SQLite and C end a text at its first NUL.
  private static func text(_ json: JSONValue?, _ bytes: ClosedRange<Int>) -> String? {
    guard let text = json?.stringValue, bytes.contains(text.utf8.count), !text.utf8.contains(0) else {
      return nil
    }
    return text
  }

  private static func isName(_ text: String) -> Bool {
    (1...32).contains(text.utf8.count)
      && text.utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: "_") || $0.isSmallLetter }
  }
}
