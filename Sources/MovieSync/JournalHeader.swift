import JSONRPC

/// The first line of a journal: whose it is, and the version of its format.
package struct JournalHeader: Hashable, Sendable {
  package static let version = 2
  /// Of a journal that is not encrypted.
  private static let plainVersion = 1
  private static let maxName = 64

  package var device: DeviceID
  /// For people: the name of the machine.
  package var name: String
  /// The time of the snapshot, which the lines after the header are.
  package var clock: HybridClock
  /// The number of the last change in the snapshot; the lines that follow it count on.
  package var number: Int
  /// Of the key of the lines below; nil: they are not encrypted.
  private(set) var salt: String?

  package init(_ device: DeviceID, name: String, clock: HybridClock, number: Int) {
    self.device = device
    self.name = Self.shortened(name)
    (self.clock, self.number) = (clock, number)
  }

  /// The line, if the lines below are not encrypted.
  package func encoded() -> [UInt8] { JournalLine.sealed(object(version: Self.plainVersion, nil)) }

  /// The line, and what encrypts those below.
  ///
  /// - Parameter key: nil: nothing does.
  package func encoded(_ key: JournalKey?) -> (line: [UInt8], cipher: LineCipher?) {
    guard let key else { return (encoded(), nil) }
    let content = Array(object(version: Self.version, key).dropLast())
    // An empty message, bound to what is before it: who does not know the passphrase cannot make a header, and
    // a reader can tell another passphrase from a damaged line.
    let proof = key.encrypt([], bound: content)
    return (
      JournalLine.sealed(content + Array(Self.member(proof).utf8)), LineCipher(key: key, proof: proof)
    )
  }

  private func object(version: Int, _ key: JournalKey?) -> [UInt8] {
    var writer = JSONWriter(reserving: 256)
    writer.object { writer in
      writer.member("movierpc", "sync")
      writer.member("version", version)
      writer.member("device", device.description)
      writer.member("name", name)
      writer.member("c", clock.description)
      writer.member("n", number)
      if let key { writer.member("salt", key.salt) }
    }
    return writer.bytes
  }

  private static func member(_ proof: String) -> String { #","e":"\#(proof)"}"# }

  /// - Parameter line: without its end.
  init(_ line: Span<UInt8>) throws(JournalFault) {
    guard let json = JournalLine.opened(line), json["movierpc"]?.stringValue == "sync",
      let version = json["version"]?.intValue
    else { throw .notAJournal }
    guard version <= Self.version else { throw .newer(version) }
    guard version > 0, let device = json["device"]?.stringValue.flatMap({ DeviceID($0) }),
      let name = json["name"]?.stringValue, let number = json["n"]?.intValue, number >= 0,
      let clock = json["c"]?.stringValue.flatMap({ HybridClock($0) })
    else { throw .notAJournal }
    self.init(device, name: name, clock: clock, number: number)
    guard version > Self.plainVersion else { return }
    guard let salt = json["salt"]?.stringValue else { throw .notAJournal }
    self.salt = salt
  }

  /// The cipher of the lines below; nil: they are not encrypted.
  ///
  /// - Parameters:
  ///   - keys: of the reader's passphrase; nil: it has none.
  ///   - mayMakeKey: whether a key that is needed is made, which takes a second.
  ///   - line: the one that it was read from.
  func cipher(
    _ keys: JournalKeys?, mayMakeKey: Bool, _ line: Span<UInt8>
  ) throws(JournalFault) -> LineCipher? {
    guard let salt else {
      // Others who may write to the folder could have written it.
      guard keys == nil else { throw .unencrypted(self) }
      return nil
    }
    guard let keys else { throw .encrypted(self) }
    let key = try keys.key(salt, mayMake: mayMakeKey)
    let length = line.count - JournalLine.sumLength - Self.memberLength
    guard length > 0, let proof = JournalLine.opened(line)?["e"]?.stringValue,
      key.decrypt(proof, bound: [UInt8](copying: line.extracting(..<length))) == []
    else { throw .otherPassphrase(self) }
    keys.keep(key)
    return LineCipher(key: key, proof: proof)
  }

  /// Without the brace, in whose place the sum is.
  private static let memberLength = member("").utf8.count - 1 + JournalKey.emptyLength

  private static func shortened(_ name: String) -> String {
    var text = ""
    for character in name where text.utf8.count + character.utf8.count <= maxName { text.append(character) }
    return text
  }
}

/// Why a whole file is not read.
package enum JournalFault: Error, Hashable, Sendable {
  /// It is not a journal, or its beginning is damaged or not there yet.
  case notAJournal
  /// A later version of the program has written it.
  case newer(Int)
  case tooLarge
  /// The reader has a passphrase, and takes encrypted journals only.
  case unencrypted(JournalHeader)
  /// The reader has no passphrase.
  case encrypted(JournalHeader)
  /// It is encrypted with another passphrase, or its header was changed.
  case otherPassphrase(JournalHeader)
  /// There is no memory to make its key.
  case noMemory
  /// Its key is to be made, which takes a second.
  case keyNeeded

  /// Of a journal that the reader's passphrase, or the lack of it, does not fit.
  package var header: JournalHeader? {
    switch self {
    case .unencrypted(let header), .encrypted(let header), .otherPassphrase(let header): header
    case .notAJournal, .newer, .tooLarge, .noMemory, .keyNeeded: nil
    }
  }
}
