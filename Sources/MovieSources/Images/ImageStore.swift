import EventLoop
import MovieProtocol

/// Pictures that are kept: what is in the folder, who goes when it is full, and that nobody's file goes who
/// has just been told of it.
///
/// The index is read when the first picture is asked for, beside the loop. From then on it is the truth of
/// what may be found; each file is looked at once more before it is named, because the user may delete a
/// cache at any time.
@LoopActor
final class ImageStore {
  private let folder: ImageFolder
  private var index: ImageIndex?
  private var loading: Task<Void, Never>?
  let looks: ImageFileChecks
  private var evicting: Task<Void, Never>?
  /// Pictures whose file is being put in its place: it must not be taken away as the old one of that name.
  private var arriving: Set<String> = []
  /// Where nothing may go, there is no use in looking for it with each picture that comes.
  private var nothingMayGoUntil: Int64 = 0
  private var temporaries: UInt64 = 0
  private var maxBytes: Int
  /// Milliseconds since 1970.
  private let clock: @LoopActor () -> Int64
  /// Milliseconds of the loop's clock.
  private let loopClock: @LoopActor () -> Int64

  init(
    folder: String, maxBytes: Int, clock: @escaping @LoopActor () -> Int64 = { Timestamp.milliseconds() },
    loopClock: @escaping @LoopActor () -> Int64 = { Int64(clamping: EventLoop.now) }
  ) {
    self.folder = ImageFolder(path: folder)
    looks = ImageFileChecks(self.folder)
    self.maxBytes = maxBytes
    (self.clock, self.loopClock) = (clock, loopClock)
  }

  /// Of the disk, about; 0 until the first picture is asked for.
  var bytes: Int { index?.bytes ?? 0 }
  var count: Int { index?.entries.count ?? 0 }

  func use(maxBytes: Int) {
    self.maxBytes = maxBytes
    makeRoom()
  }

  func place(_ file: ImageFile) -> String { folder.place(file.name) }

  /// One that is there. From now on it stays for an hour.
  func find(_ stem: String) async -> ImageIndex.Entry? {
    await load()
    // What is too old to be used goes with the next start.
    guard let entry = index?.find(stem), clock() &- entry.fetchedAt < Freshness.end else { return nil }
    // Before anybody waits, so that it cannot go in the meantime.
    let isNoted = index?.wasNamed(entry.file.name, at: loopClock()) ?? false
    if await looks.isThere(entry.file, noting: isNoted) { return entry }
    // Another one of that name may have come since it was looked for.
    let name = entry.file.name
    if !arriving.contains(stem), index?.entries[name]?.fetchedAt == entry.fetchedAt { index?.remove(name) }
    return nil
  }

  /// Whether another one may come: what was named within the hour may pass the bound, but not without end.
  func hasRoom() async -> Bool {
    await load()
    makeRoom()
    return bytes / 2 < maxBytes
  }

  /// Where to fetch one to. It is to be kept or discarded.
  func makeTemporary() async -> Result<String, ImageFolder.Fault> {
    await load()
    temporaries += 1
    let name = TemporaryName.make(temporaries)
    let folder = folder
    return await EventLoop.offload { folder.make() }.map { .failure($0) } ?? .success(name)
  }

  func place(ofTemporary name: String) -> String { folder.place(name) }

  func discard(_ temporary: String) async {
    let folder = folder
    await EventLoop.offload { folder.discard(temporary) }
  }

  enum Keeping: Sendable {
    case stored(ImageIndex.Entry)
    case unfit(UnfitImage)
    case failed(ImageFolder.Fault)
  }

  /// Takes over what was fetched, if it is a picture.
  func store(_ temporary: String, as stem: String) async -> Keeping {
    // An older file of the same name may be on its way out.
    while let evicting { await evicting.value }
    arriving.insert(stem)
    let folder = folder
    let taking = await EventLoop.offload { folder.take(temporary, as: stem) }
    arriving.remove(stem)
    switch taking {
    case .taken(let file):
      let now = loopClock()
      let entry = ImageIndex.Entry(file: file, fetchedAt: clock(), namedAt: now, notedAt: now)
      index?.add(entry)
      makeRoom()
      return .stored(entry)
    case .unfit(let reason): return .unfit(reason)
    case .failed(let fault): return .failed(fault)
    }
  }

  private func load() async {
    prepare()
    await loading?.value
  }

  /// Has the index read, where it is not.
  func prepare() {
    guard index == nil, loading == nil else { return }
    loading = LoopTask.start { [folder] in
      let now = (wall: self.clock(), loop: self.loopClock())
      self.index = await EventLoop.offload { folder.load(at: now) }
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
      nothingMayGoUntil = now + 10_000
      return
    }
    for name in surplus { self.index?.remove(name) }
    evicting = LoopTask.start { [folder] in
      await EventLoop.offload { folder.remove(surplus) }
      self.evicting = nil
    }
  }

  /// Returns when nothing is on its way out any more.
  func settle() async {
    await loading?.value
    while let evicting { await evicting.value }
  }
}
