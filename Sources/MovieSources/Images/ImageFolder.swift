import EventLoop
import Glibc
import MovieProtocol
import MovieStore

/// The files of the cache. All calls block, so do not call them on the loop.
struct ImageFolder: Sendable {
  let path: String
  let lane = BlockingLane("the cache folder")

  /// Call this before writing a file: the user may have deleted the cache.
  func make() throws(SystemError) { try DurableFile.makeFolder(path) }

  /// All pictures in the folder, as entries of an index. Partial files of earlier runs and expired pictures
  /// are removed.
  ///
  /// - Parameter now: by the wall clock and by the loop's.
  func load(at now: (wall: Timestamp, loop: LoopInstant)) -> ImageIndex {
    var index = ImageIndex()
    for name in DurableFile.names(in: path) {
      if TemporaryName.isLeftOver(name) {
        unlink(place(name))
        continue
      }
      guard let file = ImageFile(name: name), let status = status(name) else { continue }
      let fetchedAt = Timestamp(status.st_mtim)
      guard status.st_size == file.bytes, now.wall - fetchedAt < Freshness.end else {
        unlink(place(name))
        continue
      }
      // A time in the future counts as now: the clock was set back since.
      let age = min(max(.zero, now.wall - Timestamp(status.st_atim)), Freshness.end)
      let namedAt = now.loop - age
      index.add(.init(file: file, fetchedAt: fetchedAt, namedAt: namedAt, notedAt: namedAt))
    }
    return index
  }

  /// Whether the file is still there, and complete.
  ///
  /// - Parameter isNoted: its access time is set to now.
  func has(_ file: ImageFile, noting isNoted: Bool) -> Bool {
    guard let status = status(file.name), status.st_size == file.bytes else { return false }
    if isNoted {
      let times = [timespec(tv_sec: 0, tv_nsec: Self.now), timespec(tv_sec: 0, tv_nsec: Self.unchanged)]
      // If the time cannot be set, the file may be evicted earlier after a restart.
      _ = utimensat(AT_FDCWD, place(file.name), times, AT_SYMLINK_NOFOLLOW)
    }
    return true
  }

  /// Writes a picture that another machine has fetched to a temporary file.
  ///
  /// - Returns: false if it cannot be written.
  func write(_ bytes: [UInt8], to temporary: String, fetchedAt: Timestamp) -> Bool {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    let descriptor = open(place(temporary), flags, 0o600)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let (seconds, rest) = fetchedAt.milliseconds.quotientAndRemainder(dividingBy: 1000)
    let times = [
      timespec(tv_sec: 0, tv_nsec: Self.now),
      timespec(tv_sec: Int(seconds), tv_nsec: Int(rest) * 1_000_000),
    ]
    return Glibc.write(descriptor, bytes, bytes.count) == bytes.count && futimens(descriptor, times) == 0
  }

  /// Nil: it is no longer there, or no longer complete.
  func bytes(of file: ImageFile) -> [UInt8]? {
    let descriptor = open(place(file.name), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let bytes = DurableFile.read(descriptor, size: file.bytes, maxBytes: file.bytes + 1)
    return bytes?.count == file.bytes ? bytes : nil
  }

  enum AddResult: Sendable {
    case added(ImageFile)
    case unfit(UnfitImage)
    case failed(SystemError)
  }

  /// Renames a fetched file to its final name if it is a picture; otherwise deletes it.
  func add(_ temporary: String, as stem: String) -> AddResult {
    let result = Self.inspect(place(temporary), as: stem, isOurs: true)
    guard case .added(let file) = result else {
      discard(temporary)
      return result
    }
    guard rename(place(temporary), place(file.name)) == 0 else {
      let fault = SystemError("rename", place(temporary))
      discard(temporary)
      return .failed(fault)
    }
    return result
  }

  /// A picture stored elsewhere; nil: it is missing, or not a picture.
  static func inspect(at path: String) -> ImageFile? {
    if case .added(let file) = inspect(path, as: "elsewhere", isOurs: false) { file } else { nil }
  }

  /// - Parameter isOurs: other users may not read it from now on.
  private static func inspect(_ path: String, as stem: String, isOurs: Bool) -> AddResult {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return .failed(SystemError("open", path)) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return .failed(SystemError("access", path))
    }
    guard !isOurs || fchmod(descriptor, 0o600) == 0 else {
      return .failed(SystemError("change the mode of", path))
    }
    let size = Int(status.st_size)
    guard let bytes = DurableFile.read(descriptor, size: size, maxBytes: min(size, ImageHeader.maxBytes))
    else { return .failed(SystemError("read", path)) }
    do {
      return .added(ImageFile(stem: stem, try ImageHeader(bytes), bytes: size))
    } catch {
      return .unfit(error)
    }
  }

  /// Deletes everything that an incomplete fetch may have left.
  func discard(_ temporary: String) {
    for ending in ["", ".part", ".part.tag"] { unlink(place(temporary + ending)) }
  }

  func remove(_ names: [String]) {
    for name in names { unlink(place(name)) }
  }

  func place(_ name: String) -> String { "\(path)/\(name)" }

  /// Nil if there is no file of that name.
  private func status(_ name: String) -> stat? {
    var status = stat()
    guard lstat(place(name), &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return status
  }

  /// UTIME_NOW and UTIME_OMIT of https://man7.org/linux/man-pages/man2/utimensat.2.html, which Swift does not
  /// import.
  private static let now = (1 << 30) - 1
  private static let unchanged = (1 << 30) - 2
}

/// The name of a file that is being fetched: unique, and recognisable as a leftover of a daemon that was
/// killed.
enum TemporaryName {
  private static let beginning = "fetch-"

  static func make(_ number: UInt64) -> String { "\(beginning)\(getpid())-\(number)" }

  /// Also a name with our own process ID: the earlier process with that ID has exited.
  static func isLeftOver(_ name: String) -> Bool {
    guard name.hasPrefix(beginning) else { return false }
    let digits = name.dropFirst(beginning.count).prefix { $0 != "-" }
    guard let pid = pid_t(digits), pid > 0 else { return false }
    return pid == getpid() || kill(pid, 0) != 0 && errno == ESRCH
  }
}
