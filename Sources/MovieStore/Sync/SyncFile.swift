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

  static func all(_ database: Database) throws -> [SyncFile] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT name, inode, bytes, changed_at, position, sum, newest, ahead_until, bad_lines, device,
          device_name, number FROM sync_file ORDER BY name
        """
    ).map { row in
      var file = SyncFile(
        name: try row.decode(atIndex: 0), inode: UInt64(bitPattern: try row.decode(atIndex: 1)),
        bytes: try row.number(at: 2, in: StoredBounds.count), changedAt: try row.decode(atIndex: 3))
      file.mark = JournalReader.Mark(
        offset: try row.number(at: 4, in: StoredBounds.count),
        sum: try row.number(at: 5, in: 0...UInt32.max),
        newest: HybridClock(raw: try row.decode(atIndex: 6)),
        number: try row.number(at: 11, in: 0...Int.max))
      file.aheadUntil = try row.numberIfPresent(at: 7, in: StoredBounds.milliseconds).map {
        Timestamp(milliseconds: $0)
      }
      file.badLines = try row.number(at: 8, in: StoredBounds.count)
      file.device = DeviceID(try row.decode(atIndex: 9))
      file.deviceName = try row.decode(atIndex: 10)
      return file
    }
  }

  func save(_ database: Database) throws {
    try database.execute(
      sql: """
        INSERT OR REPLACE INTO sync_file (name, inode, bytes, changed_at, position, sum, newest, ahead_until,
          bad_lines, device, device_name, number)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        name, Int64(bitPattern: inode), bytes, changedAt, mark.offset, Int64(mark.sum), mark.newest.raw,
        aheadUntil?.milliseconds, badLines, device?.description ?? "", deviceName, mark.number,
      ])
  }
}
