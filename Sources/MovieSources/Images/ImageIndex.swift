/// What is in the folder: found by what it is a picture of, and given up in the order in which it was named,
/// longest ago first. A value without I/O; time is passed in, in milliseconds of the loop's clock, and may be
/// negative for what was named before the machine was started.
struct ImageIndex: Sendable {
  struct Entry: Sendable, Equatable {
    let file: ImageFile
    /// Milliseconds since 1970.
    let fetchedAt: Int64
    var namedAt: Int64
    /// When the file itself was last told that it was named, for after a restart.
    var notedAt: Int64
  }

  /// It stays so long after it was named: an hour, and by how much the note of it may be late.
  static let minStay: Int64 = 3_600_000 + maxLate
  static let maxLate: Int64 = 600_000

  /// All that are there, by the file's name.
  private(set) var entries: [String: Entry] = [:]
  /// The newest of each picture: one that was fetched anew may have another size than the one before, whose
  /// name somebody still has.
  private var current: [String: String] = [:]
  /// Of the disk, about.
  private(set) var bytes = 0

  /// A disk has blocks, and a file has more than its bytes: this also bounds how many there are.
  private static let block = 4096

  private static func cost(_ file: ImageFile) -> Int { (file.bytes / block + 2) * block }

  func find(_ stem: String) -> Entry? { current[stem].flatMap { entries[$0] } }

  mutating func add(_ entry: Entry) {
    let file = entry.file
    if entries.updateValue(entry, forKey: file.name) == nil { bytes += Self.cost(file) }
    if let other = find(file.stem), other.fetchedAt > entry.fetchedAt { return }
    current[file.stem] = file.name
  }

  mutating func remove(_ name: String) {
    guard let entry = entries.removeValue(forKey: name) else { return }
    bytes -= Self.cost(entry.file)
    if current[entry.file.stem] == name { current[entry.file.stem] = nil }
  }

  /// Returns whether the file is to be told.
  mutating func wasNamed(_ name: String, at now: Int64) -> Bool {
    guard let index = entries.index(forKey: name) else { return false }
    entries.values[index].namedAt = now
    guard now - entries.values[index].notedAt > Self.maxLate / 2 else { return false }
    entries.values[index].notedAt = now
    return true
  }

  /// What is to go, so that no more than nine tenths of `maximum` bytes are left: less would have to go each
  /// time that one comes.
  ///
  /// - Parameter spared: those that stay in any case.
  func surplus(over maximum: Int, at now: Int64, sparing spared: (ImageFile) -> Bool) -> [String] {
    guard bytes > maximum else { return [] }
    var left = bytes
    var surplus: [String] = []
    for (name, entry) in entries.sorted(by: { $0.value.namedAt < $1.value.namedAt }) {
      guard left > maximum / 10 * 9, now - entry.namedAt > Self.minStay else { break }
      guard !spared(entry.file) else { continue }
      left -= Self.cost(entry.file)
      surplus.append(name)
    }
    return surplus
  }
}
