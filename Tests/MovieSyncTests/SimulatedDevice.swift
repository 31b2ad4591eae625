@testable import MovieSync

/// Registers in memory.
struct Registers: RegisterStore, Equatable {
  struct Key: Hashable {
    let item: SyncItem
    let field: String
  }
  var all: [Key: Register] = [:]

  func register(_ item: SyncItem, _ field: String) -> Register? { all[Key(item: item, field: field)] }

  func count(of item: SyncItem) -> Int { all.keys.count { $0.item == item } }

  mutating func set(_ item: SyncItem, _ field: String, _ register: Register) {
    all[Key(item: item, field: field)] = register
  }

  /// As the library groups them into lines.
  var changes: [SyncChange] {
    struct Group: Hashable {
      let item: SyncItem
      let stamp: Stamp
    }
    return Dictionary(grouping: all) { Group(item: $0.key.item, stamp: $0.value.stamp) }
      .sorted { ($0.key.stamp, $0.key.item.key) < ($1.key.stamp, $1.key.item.key) }
      .map { group, registers in
        SyncChange(
          group.item, group.stamp,
          registers.map { ($0.key.field, $0.value.value) }.sorted { $0.name < $1.name })
      }
  }
}

/// A machine with a library, its own copy of the shared folder, and a clock that may be wrong.
struct SimulatedDevice {
  let id: DeviceID
  /// Milliseconds by which its clock is wrong.
  var skew: Int64 = 0
  var registers = Registers()
  var clock = HybridClock.zero
  /// Changed here, and not in the journal yet.
  var unexported: [SyncChange] = []
  var number = 0
  /// The journal as this device left it; nil: it has none.
  var left: [UInt8]?
  /// By name, as the sync program has delivered them.
  var folder: [String: [UInt8]] = [:]
  /// Encrypts its journal; nil: it is not encrypted.
  var encryption: (keys: JournalKeys, key: JournalKey)?
  private var cipher: LineCipher?
  private var marks: [String: JournalReader.Mark] = [:]

  init(id: DeviceID) { self.id = id }

  var fileName: String { "movierpc-\(id).jsonl" }

  mutating func change(_ item: SyncItem, _ fields: [SyncChange.Field], now: Int64) throws -> SyncChange {
    clock = clock.next(now: now + skew)
    let change = SyncChange(item, Stamp(clock, id), fields)
    _ = try registers.merge(change, horizon: .zero)
    unexported.append(change)
    return change
  }

  mutating func merge(now: Int64) throws {
    for (name, bytes) in folder where name != fileName { try read(name, bytes, now: now) }
  }

  private mutating func read(_ name: String, _ bytes: [UInt8], now: Int64) throws {
    let isOwn = name == fileName
    guard
      var reader = try? JournalReader(
        bytes, keys: encryption?.keys, after: marks[name] ?? .init(), known: isOwn ? number : nil,
        now: now + skew)
    else { return }
    while true {
      let changes = reader.next(7)
      if changes.isEmpty { break }
      for change in changes {
        _ = try registers.merge(change, horizon: .zero)
        clock = max(clock, change.stamp.clock)
      }
    }
    marks[name] = reader.mark
    if isOwn { number = max(number, reader.mark.number) }
  }

  mutating func export(now: Int64, compacts: Bool) throws {
    var journal = folder[fileName]
    if journal != left || journal == nil {
      // Somebody else has changed it, or this library was restored from a backup.
      if let journal { try read(fileName, journal, now: now) }
      journal = nil
    }
    if var bytes = journal, !compacts {
      for change in unexported {
        number += 1
        bytes += JournalLine.encode(change, number: number, owner: id, cipher: cipher) ?? []
      }
      journal = bytes
    } else {
      number += 1
      let header = JournalHeader(id, name: "simulated", clock: clock, number: number)
      let line: [UInt8]
      (line, cipher) = header.encoded(encryption?.key)
      journal = registers.changes.reduce(into: line) { bytes, change in
        bytes += JournalLine.encode(change, number: nil, owner: id, cipher: cipher) ?? []
      }
    }
    unexported = []
    (left, folder[fileName]) = (journal, journal)
  }
}
