import EventLoop
import MovieProtocol
import MovieStore

/// The picture cache: finds the files in the folder, and evicts files when it is full, but never one whose
/// name a client has just received.
///
/// The index is read off the loop when the first picture is requested. From then on it is authoritative; each
/// file is checked once more before its name is returned, because the user may delete a cache at any time.
@LoopActor
final class ImageStore {
  private static let loadDeadline: Duration = .seconds(20)
  /// How long one caller waits for that.
  private static let patience: Duration = .seconds(5)

  private let folder: ImageFolder
  private var index: ImageIndex?
  private var loading: SharedFetch<Void>?
  let checks: ImageFileChecks
  private var evicting: Task<Void, Never>?
  /// Pictures whose file is just being renamed to its final name: it must not be removed as the old file of
  /// that name.
  private var arriving: Set<String> = []
  /// While no file may be evicted, do not search for one with each new picture.
  private var nothingMayGoUntil = LoopInstant.distantPast
  private var temporaries: UInt64 = 0
  private var maxBytes: Int
  private let clock: @LoopActor () -> Timestamp
  private let loopClock: @LoopActor () -> LoopInstant

  init(
    folder: String, maxBytes: Int, clock: @escaping @LoopActor () -> Timestamp = { .now },
    loopClock: @escaping @LoopActor () -> LoopInstant = { EventLoop.now }
  ) {
    self.folder = ImageFolder(path: folder)
    checks = ImageFileChecks(self.folder)
    self.maxBytes = maxBytes
    (self.clock, self.loopClock) = (clock, loopClock)
  }

  /// Approximate use of the disk; 0 until the first picture is requested.
  var bytes: Int { index?.bytes ?? 0 }
  var count: Int { index?.entries.count ?? 0 }

  func use(maxBytes: Int) {
    self.maxBytes = maxBytes
    makeRoom()
  }

  var lane: BlockingLane { folder.lane }

  func place(_ file: ImageFile) -> String { folder.place(file.name) }

  /// A cached picture. From now on it stays for an hour.
  func find(_ stem: String) async throws(LaneError) -> ImageIndex.Entry? {
    try await load()
    // Expired files are removed at the next start.
    guard let entry = index?.find(stem), clock() - entry.fetchedAt < Freshness.end else { return nil }
    // Before the first suspension, so that it cannot be evicted in the meantime.
    let isNoted = index?.wasNamed(entry.file.name, at: loopClock()) ?? false
    if try await checks.isThere(entry.file, noting: isNoted) { return entry }
    // Another file of that name may have arrived during the check.
    let name = entry.file.name
    if !arriving.contains(stem), index?.entries[name]?.fetchedAt == entry.fetchedAt { index?.remove(name) }
    return nil
  }

  /// Whether another picture may be fetched: files named within the hour may exceed the limit, but only up to
  /// twice the limit.
  func hasRoom() async throws(LaneError) -> Bool {
    try await load()
    makeRoom()
    return bytes / 2 < maxBytes
  }

  /// The name of a temporary file for a fetch. Pass it to `store` or `discard`.
  func makeTemporary() async throws(LaneError) -> Result<String, SystemError> {
    try await load()
    temporaries += 1
    let name = TemporaryName.make(temporaries)
    let folder = folder
    return try await folder.lane.call {
      Result { () throws(SystemError) in
        try folder.make()
        return name
      }
    }
  }

  func place(ofTemporary name: String) -> String { folder.place(name) }

  /// What is not removed is removed at the next start.
  func discard(_ temporary: String) async {
    let folder = folder
    try? await folder.lane.call { folder.discard(temporary) }
  }

  enum StoreResult: Sendable {
    case stored(ImageIndex.Entry)
    case unfit(UnfitImage)
    case failed(SystemError)
  }

  /// Adds what another machine has fetched to the cache; nil: it is no picture, or cannot be written.
  func store(
    _ bytes: [UInt8], as stem: String, fetchedAt: Timestamp
  ) async throws(LaneError) -> ImageIndex.Entry? {
    guard case .success(let temporary) = try await makeTemporary() else { return nil }
    let folder = folder
    guard try await folder.lane.call({ folder.write(bytes, to: temporary, fetchedAt: fetchedAt) }) else {
      await discard(temporary)
      return nil
    }
    let result = try await store(temporary, as: stem, fetchedAt: fetchedAt)
    if case .stored(let entry) = result { return entry }
    return nil
  }

  func bytes(of file: ImageFile) async throws(LaneError) -> [UInt8]? {
    let folder = folder
    return try await folder.lane.call { folder.bytes(of: file) }
  }

  /// Adds the fetched file to the cache if it is a picture.
  ///
  /// - Parameter fetchedAt: nil: now.
  func store(
    _ temporary: String, as stem: String, fetchedAt: Timestamp? = nil
  ) async throws(LaneError) -> StoreResult {
    // An older file of the same name may be about to be removed.
    while let evicting { await evicting.value }
    arriving.insert(stem)
    defer { arriving.remove(stem) }
    let folder = folder
    let result = try await folder.lane.call { folder.add(temporary, as: stem) }
    arriving.remove(stem)
    switch result {
    case .added(let file):
      let now = loopClock()
      let entry = ImageIndex.Entry(
        file: file, fetchedAt: fetchedAt ?? clock(), namedAt: now, notedAt: now)
      index?.add(entry)
      makeRoom()
      return .stored(entry)
    case .unfit(let reason): return .unfit(reason)
    case .failed(let fault): return .failed(fault)
    }
  }

  private func load() async throws(LaneError) {
    prepare()
    try? await loading?.value(until: EventLoop.now + Self.patience)
    if index == nil { throw LaneError(resource: folder.lane.resource) }
  }

  /// Starts reading the index, unless it is read.
  func prepare() {
    guard index == nil, loading == nil else { return }
    loading = SharedFetch(isUnattended: true) { [self] in
      let now = (wall: self.clock(), loop: self.loopClock())
      // A large folder on a slow disk takes long. If it takes longer, the next caller tries again.
      self.index = try? await folder.lane.call(within: Self.loadDeadline) { [folder] in folder.load(at: now) }
      self.loading = nil
      self.makeRoom()
    }
  }

  private func makeRoom() {
    let now = loopClock()
    guard let index, index.bytes > maxBytes, evicting == nil, now >= nothingMayGoUntil else { return }
    let surplus = index.surplus(over: maxBytes, at: now) { file in
      self.arriving.contains(file.stem)
    }
    guard !surplus.isEmpty else {
      nothingMayGoUntil = now + .seconds(10)
      return
    }
    for name in surplus { self.index?.remove(name) }
    evicting = LoopTask.start { [folder] in
      try? await folder.lane.call { folder.remove(surplus) }
      self.evicting = nil
    }
  }

  /// Returns when no file is about to be removed any more.
  func flush() async {
    try? await loading?.value()
    while let evicting { await evicting.value }
  }
}
