import EventLoop
import MovieProtocol

/// The files in the folder: found by the picture they show, and evicted least recently used first. "Named"
/// means that a client was given the file's name. A value without I/O and without a
/// clock.
struct ImageIndex: Sendable {
  struct Entry: Sendable, Equatable {
    let file: ImageFile
    let fetchedAt: Timestamp
    var namedAt: LoopInstant
    /// When the access time of the file itself was last set to `namedAt`, for use after a restart.
    var notedAt: LoopInstant
  }

  /// A file stays at least this long after it was named: an hour, plus the maximum delay of its access time.
  static let minStay: Duration = .seconds(3600) + maxLate
  static let maxLate: Duration = .seconds(600)

  /// All files, by name.
  private(set) var entries: [String: Entry] = [:]
  /// The newest file of each picture: a picture that was fetched again may have another size than the earlier
  /// file, whose name a client may still have.
  private var current: [String: String] = [:]
  /// Approximate use of the disk.
  private(set) var bytes = 0

  /// A disk has blocks, and a file has more than its bytes: this also limits the number of files.
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

  /// Returns whether the file's access time is to be set.
  mutating func wasNamed(_ name: String, at now: LoopInstant) -> Bool {
    guard let index = entries.index(forKey: name) else { return false }
    entries.values[index].namedAt = now
    guard now - entries.values[index].notedAt > Self.maxLate / 2 else { return false }
    entries.values[index].notedAt = now
    return true
  }

  /// The files to evict, so that at most nine tenths of `maxBytes` are left: otherwise each new file
  /// would evict one.
  ///
  /// - Parameter spared: files that stay in any case.
  func surplus(over maxBytes: Int, at now: LoopInstant, sparing spared: (ImageFile) -> Bool) -> [String] {
    guard bytes > maxBytes else { return [] }
    var left = bytes
    var surplus: [String] = []
    for (name, entry) in entries.sorted(by: { $0.value.namedAt < $1.value.namedAt }) {
      guard left > maxBytes / 10 * 9, now - entry.namedAt > Self.minStay else { break }
      guard !spared(entry.file) else { continue }
      left -= Self.cost(entry.file)
      surplus.append(name)
    }
    return surplus
  }
}
