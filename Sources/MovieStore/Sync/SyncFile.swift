import GRDB
package import MovieProtocol
package import MovieSync

/// A file of the shared folder, and how far it was read.
package struct SyncFile: Sendable, Equatable {
  package var name: String
  package var inode: UInt64
  package var bytes: Int
  /// Nanoseconds since 1970.
  package var changedAt: Int64
  package var mark = JournalReader.Mark()
  /// When lines can be read whose clock is too far ahead now.
  package var aheadUntil: Timestamp?
  package var badLines = 0
  /// Whose journal it is.
  package var device: DeviceID?
  package var deviceName = ""

  package init(name: String, inode: UInt64, bytes: Int, changedAt: Int64) {
    (self.name, self.inode, self.bytes, self.changedAt) = (name, inode, bytes, changedAt)
  }

  /// Of a device's own journal.
  package static func name(of device: DeviceID) -> String { "movierpc-\(device).jsonl" }

  /// Whether it is that device's own journal, no copy of it and no other's.
  func speaks(for device: DeviceID) -> Bool { self.device == device && name == Self.name(of: device) }

  /// Whose journal has told of a change that was made by another device; nil: that device itself.
  func via(_ change: SyncChange) -> DeviceID? {
    !change.isHeard && speaks(for: change.stamp.device) ? nil : device
  }

  /// It is the file that was read, and nothing in it waits.
  package func isRead(_ other: SyncFile?, now: Timestamp) -> Bool {
    guard let other, other.inode == inode, other.bytes == bytes, other.changedAt == changedAt else {
      return false
    }
    return other.aheadUntil.map { now < $0 } ?? true
  }

  /// The same, to be read again.
  package var unread: SyncFile {
    var file = self
    file.inode = 0
    return file
  }

}

extension SyncFile: StoredRow {
  static let empty = Self(name: "", inode: 0, bytes: 0, changedAt: 0)
  static let columns: [Column<Self>] = [
    Column("name", \.name),
    Column("inode", \.inode, from: UInt64.init(bitPattern:), to: Int64.init(bitPattern:)),
    Column("bytes", \.bytes, in: StoredBounds.count), Column("changed_at", \.changedAt),
    Column("position", \.mark.offset, in: StoredBounds.count), Column("sum", \.mark.sum, in: 0...UInt32.max),
    Column("newest", \.mark.newest), Column("number", \.mark.number, in: 0...Int.max),
    Column(
      "ahead_until", \.aheadUntil, from: { $0.map(Timestamp.init(storedMilliseconds:)) },
      to: { $0?.milliseconds }),
    Column("bad_lines", \.badLines, in: StoredBounds.count),
    Column("device", \.device, from: { DeviceID($0) }, to: { $0?.description ?? "" }),
    Column("device_name", \.deviceName),
  ]

  func save(_ database: Database) throws { try database.write("INSERT OR REPLACE INTO sync_file", values) }
}
