import Glibc
import MovieProtocol
import MovieStore

/// The files of the cache. All calls block, so none is for the loop.
struct ImageFolder: Sendable {
  let path: String

  /// In words for people.
  struct Fault: Error, Sendable, Equatable {
    let detail: String

    fileprivate init(_ what: String, _ path: String) {
      detail = "cannot \(what) \(path): \(String(cString: strerror(errno)))"
    }

    init(_ detail: String) { self.detail = detail }
  }

  /// Before anything is put there: somebody may have emptied the cache.
  func make() -> Fault? {
    do {
      try DurableFile.makeFolder(path)
      return nil
    } catch {
      return Fault("\(error)")
    }
  }

  /// All pictures that are there, as entries of an index. What other runs left half done is removed, and what
  /// may not be kept any longer.
  ///
  /// - Parameters:
  ///   - now: milliseconds since 1970, and of the loop's clock.
  func load(at now: (wall: Int64, loop: Int64)) -> ImageIndex {
    var index = ImageIndex()
    for name in DurableFile.names(in: path) {
      if TemporaryName.isLeftOver(name) {
        unlink(place(name))
        continue
      }
      guard let file = ImageFile(name: name), let status = status(name) else { continue }
      let fetchedAt = Self.milliseconds(status.st_mtim)
      guard status.st_size == file.bytes, now.wall &- fetchedAt < Freshness.end else {
        unlink(place(name))
        continue
      }
      // One of the future is of now: the clock was set back since.
      let age = min(max(0, now.wall &- Self.milliseconds(status.st_atim)), Freshness.end)
      let namedAt = now.loop &- age
      index.add(.init(file: file, fetchedAt: fetchedAt, namedAt: namedAt, notedAt: namedAt))
    }
    return index
  }

  /// Whether it is still there, and whole.
  ///
  /// - Parameter isNoted: it is to know that it was named now.
  func has(_ file: ImageFile, noting isNoted: Bool) -> Bool {
    guard let status = status(file.name), status.st_size == file.bytes else { return false }
    if isNoted {
      let times = [timespec(tv_sec: 0, tv_nsec: Self.now), timespec(tv_sec: 0, tv_nsec: Self.unchanged)]
      // Where it cannot be noted it may have to go earlier after a restart.
      _ = utimensat(AT_FDCWD, place(file.name), times, AT_SYMLINK_NOFOLLOW)
    }
    return true
  }

  enum Taking: Sendable {
    case taken(ImageFile)
    case unfit(UnfitImage)
    case failed(Fault)
  }

  /// Gives a file that was fetched its name, if it is a picture; else it is gone.
  func take(_ temporary: String, as stem: String) -> Taking {
    let taking = Self.look(place(temporary), as: stem, isOurs: true)
    guard case .taken(let file) = taking else {
      discard(temporary)
      return taking
    }
    guard rename(place(temporary), place(file.name)) == 0 else {
      let fault = Fault("rename", place(temporary))
      discard(temporary)
      return .failed(fault)
    }
    return taking
  }

  /// A picture that somebody else keeps; nil: it is none, or not there.
  static func look(at path: String) -> ImageFile? {
    if case .taken(let file) = look(path, as: "elsewhere", isOurs: false) { file } else { nil }
  }

  /// - Parameter isOurs: nobody else may read it from now on.
  private static func look(_ path: String, as stem: String, isOurs: Bool) -> Taking {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return .failed(Fault("open", path)) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return .failed(Fault("look at", path))
    }
    guard !isOurs || fchmod(descriptor, 0o600) == 0 else { return .failed(Fault("protect", path)) }
    var bytes = [UInt8](repeating: 0, count: max(0, min(Int(status.st_size), ImageHeader.most)))
    var length = 0
    while length < bytes.count {
      let count = bytes.withUnsafeMutableBytes {
        read(descriptor, $0.baseAddress?.advanced(by: length), $0.count - length)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return .failed(Fault("read", path)) }
      length += count
    }
    do {
      return .taken(ImageFile(stem: stem, try ImageHeader(bytes), bytes: Int(status.st_size)))
    } catch {
      return .unfit(error)
    }
  }

  /// What may be there of one that did not come whole.
  func discard(_ temporary: String) {
    for ending in ["", ".part", ".part.tag"] { unlink(place(temporary + ending)) }
  }

  func remove(_ names: [String]) {
    for name in names { unlink(place(name)) }
  }

  func place(_ name: String) -> String { "\(path)/\(name)" }

  /// Nil where there is no file of that name.
  private func status(_ name: String) -> stat? {
    var status = stat()
    guard lstat(place(name), &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return status
  }

  private static func milliseconds(_ time: timespec) -> Int64 {
    let (milliseconds, overflow) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1000)
    return overflow ? 0 : milliseconds &+ Int64(time.tv_nsec) / 1_000_000
  }

  /// UTIME_NOW and UTIME_OMIT of https://man7.org/linux/man-pages/man2/utimensat.2.html, which Swift does not
  /// import.
  private static let now = (1 << 30) - 1
  private static let unchanged = (1 << 30) - 2
}

/// Under which a picture is fetched: nobody else's, and to be told from what a daemon that was killed left.
enum TemporaryName {
  private static let beginning = "fetch-"

  static func make(_ number: UInt64) -> String { "\(beginning)\(getpid())-\(number)" }

  /// Also one of our own number: whoever had it before is gone.
  static func isLeftOver(_ name: String) -> Bool {
    guard name.hasPrefix(beginning) else { return false }
    let digits = name.dropFirst(beginning.count).prefix { $0 != "-" }
    guard let pid = pid_t(digits), pid > 0 else { return false }
    return pid == getpid() || kill(pid, 0) != 0 && errno == ESRCH
  }
}
