import Glibc
import TestSupport
import Testing

@testable import MovieSync

/// Whatever happens to the folder, all devices end with the same.
@Suite struct HistoriesTests {
  /// 1,000, and 10,000 in `make check`. Each with 5 devices: changes in any order, files that arrive late,
  /// early, half, doubled, damaged and under other names, clocks that are an hour wrong, compaction, and a
  /// device restored from a backup. In a quarter of them the journals are encrypted.
  @Test(arguments: 0..<(getenv("MOVIERPC_LONG") == nil ? 2 : 20))
  func every_history_ends_equal(_ part: Int) throws {
    for seed in 0..<500 {
      var history = try History(seed: UInt64(part * 500 + seed))
      try history.run()
      let states = history.devices.map(\.registers)
      #expect(states.dropFirst().allSatisfy { $0 == states[0] }, "history \(history.seed) ends in two states")
      // A restored device has forgotten what it had not written yet, and may use a time twice.
      if !history.isRestored {
        #expect(states[0] == history.expected, "history \(history.seed) lost a change")
      }
    }
  }
}

/// One random history.
private struct History {
  let seed: UInt64
  var devices: [SimulatedDevice] = []
  /// What the last writer of each field wrote.
  var expected = Registers()
  var isRestored = false
  private var random: SeededGenerator
  private var now: Int64 = 1_795_000_000_000
  private var backup: (place: Int, device: SimulatedDevice)?

  private static let encryption = Result {
    let keys = try JournalKeys(passphrase: Array("amber lighthouse".utf8))
    return (keys: keys, key: try keys.random())
  }

  init(seed: UInt64) throws {
    self.seed = seed
    random = SeededGenerator(seed: seed)
    for number in 0..<5 {
      guard let id = DeviceID("000000000000000\(number)") else { continue }
      var device = SimulatedDevice(id: id)
      if seed % 8 < 2 { device.encryption = try Self.encryption.get() }
      device.skew = [0, 0, 3_600_000, -3_600_000, 7][number]
      devices.append(device)
    }
  }

  mutating func run() throws {
    for _ in 0..<30 {
      now += .random(in: 0...2000, using: &random)
      // Two devices offline for a month.
      if Int.random(in: 0..<40, using: &random) == 0 { now += 30 * 86_400_000 }
      try step(devices.indices.randomElement(using: &random) ?? 0)
    }
    // Everything arrives in the end, and what was merged is written by those that merged it.
    for place in devices.indices { try devices[place].export(now: now, compacts: false) }
    for place in devices.indices {
      for other in devices where other.id != devices[place].id {
        devices[place].folder[other.fileName] = other.folder[other.fileName]
      }
      try devices[place].merge(now: now)
    }
  }

  private mutating func step(_ place: Int) throws {
    switch Int.random(in: 0..<14, using: &random) {
    case 0..<6: try change(place)
    case 6..<8: try devices[place].export(now: now, compacts: Bool.random(using: &random))
    case 8..<12: deliver(to: place)
    case 12: try devices[place].merge(now: now)
    default: restore(place)
    }
  }

  private mutating func change(_ place: Int) throws {
    let key = "movie/\(Int.random(in: 1...3, using: &random))"
    let item = SyncItem("default", Bool.random(using: &random) ? "watchlist" : "favorites", key)
    let number = Int64.random(in: 0...9, using: &random)
    let fields: [SyncChange.Field] =
      switch Int.random(in: 0..<4, using: &random) {
      case 0: [("in", .integer(0))]
      case 1: [("note", number == 0 ? .null : .text("é \(number)\n"))]
      case 2: [("watched_at", number == 0 ? .null : .integer(now / 1000))]
      default: [("in", .integer(1)), ("added_at", .integer(now / 1000)), ("title", .text("Title \(key)"))]
      }
    _ = try expected.merge(try devices[place].change(item, fields, now: now), horizon: .zero)
  }

  /// What the sync program, or a stick, brings of another device's file.
  private mutating func deliver(to place: Int) {
    let other = devices.indices.randomElement(using: &random) ?? 0
    guard other != place, let whole = devices[other].folder[devices[other].fileName] else { return }
    let name = devices[other].fileName
    switch Int.random(in: 0..<8, using: &random) {
    case 0: devices[place].folder[name] = Array(whole.prefix(.random(in: 0...whole.count, using: &random)))
    case 1: devices[place].folder[name.replacing(".jsonl", with: " (conflicted copy).jsonl")] = whole
    case 2: devices[place].folder[name] = whole + whole
    case 3: devices[place].folder[name] = damaged(whole)
    case 4:
      // An older version of this device's own file comes back.
      let mine = devices[place].fileName
      if let old = devices[place].folder[mine] {
        devices[place].folder[mine] = Array(old.prefix(.random(in: 0...old.count, using: &random)))
      }
    default: devices[place].folder[name] = whole
    }
  }

  /// A block of another file, or of nothing, in its midst.
  private mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    let start = Int.random(in: 0...bytes.count, using: &random)
    for at in bytes.indices.dropFirst(start).prefix(100) {
      bytes[at] = Bool.random(using: &random) ? 0 : bytes[bytes.count - 1 - at]
    }
    return bytes
  }

  /// Its library and its clock are as they were before, but not the folder.
  private mutating func restore(_ place: Int) {
    guard let backup, seed % 2 == 0 else { return self.backup = (place, devices[place]) }
    var device = backup.device
    device.folder = devices[backup.place].folder
    devices[backup.place] = device
    (self.backup, isRestored) = (nil, true)
  }
}
