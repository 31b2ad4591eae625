import JSONRPC

/// The first line of a journal: whose it is, and the version of its format.
package struct JournalHeader: Equatable, Sendable {
  package static let version = 1
  private static let maxName = 64

  package var device: DeviceID
  /// For people: the name of the machine.
  package var name: String
  /// The time of the snapshot, which the lines after the header are.
  package var clock: HybridClock
  /// The number of the last change in the snapshot; the lines that follow it count on.
  package var number: Int

  package init(_ device: DeviceID, name: String, clock: HybridClock, number: Int) {
    self.device = device
    self.name = Self.shortened(name)
    (self.clock, self.number) = (clock, number)
  }

  package func encoded() -> [UInt8] {
    var writer = JSONWriter(reserving: 256)
    writer.object { writer in
      writer.member("movierpc", "sync")
      writer.member("version", Self.version)
      writer.member("device", device.description)
      writer.member("name", name)
      writer.member("c", clock.description)
      writer.member("n", number)
    }
    return JournalLine.sealed(writer.bytes)
  }

  /// - Parameter line: without its end.
  init(_ line: Span<UInt8>) throws(JournalFault) {
    guard let json = JournalLine.opened(line), json["movierpc"]?.stringValue == "sync",
      let version = json["version"]?.intValue
    else { throw .foreign }
    guard version <= Self.version else { throw .newer(version) }
    guard version > 0, let device = json["device"]?.stringValue.flatMap({ DeviceID($0) }),
      let name = json["name"]?.stringValue, let number = json["n"]?.intValue, number >= 0,
      let clock = json["c"]?.stringValue.flatMap({ HybridClock($0) })
    else { throw .foreign }
    self.init(device, name: name, clock: clock, number: number)
  }

  private static func shortened(_ name: String) -> String {
    var text = ""
    for character in name where text.utf8.count + character.utf8.count <= maxName { text.append(character) }
    return text
  }
}

/// Why a whole file is not read.
package enum JournalFault: Error, Hashable, Sendable {
  /// It is not a journal, or its beginning is damaged or not there yet.
  case foreign
  /// A later version of the program has written it.
  case newer(Int)
  case tooLarge
}
