import Glibc
import JSONRPC
import MovieStore
import MovieSync

/// The shared folder. All of this blocks: see `FolderAccess`.
struct SyncFolder: Sendable {
  /// Of one file.
  static let maxBytes = 64 << 20
  /// Of other devices that are read.
  static let maxFiles = 64

  let path: String

  enum Fault: Error, Hashable {
    /// It is not there: not mounted, not synchronised yet, or misspelled.
    case away
    /// It has not answered yet.
    case silent
    case unreadable(SystemError)
    /// This device's own journal has something that this library may lack.
    case unmerged(String)
    case unwritable(SystemError)
    case tooLarge(String)
  }

  /// Journals, and copies that a sync program has made of them in a conflict. Names that begin with a dot are
  /// files that are still being written.
  static func isJournal(_ name: [UInt8]) -> Bool {
    name.first != UInt8(ascii: ".") && name.suffix(6).elementsEqual(".jsonl".utf8)
  }

  /// Of all journals.
  func names() throws(Fault) -> Names {
    var status = stat()
    if stat(path, &status) != 0, errno != ENOENT, errno != ENOTDIR {
      throw .unreadable(SystemError("open the folder", path))
    }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw .away }
    guard access(path, R_OK | X_OK) == 0 else { throw .unreadable(SystemError("read the folder", path)) }
    do throws(SystemError) {
      return Names(try DurableFile.listBytes(path).filter(Self.isJournal))
    } catch {
      throw .unreadable(error)
    }
  }

  /// Nil if there is no such file.
  func file(_ name: String) throws(Fault) -> SyncFile? {
    let file = "\(path)/\(name)"
    var status = stat()
    guard stat(file, &status) == 0 else {
      // A link that leads nowhere is no file either.
      if errno == ENOENT || errno == ELOOP { return nil }
      throw .unreadable(SystemError("find", file))
    }
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    return SyncFile(
      name: name, inode: UInt64(status.st_ino), bytes: Int(status.st_size),
      changedAt: Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec))
  }

  /// - Parameter file: it may have changed since.
  func read(_ file: SyncFile) throws(Fault) -> [UInt8] {
    guard file.bytes <= Self.maxBytes else { throw .tooLarge(file.name) }
    let name = "\(path)/\(file.name)"
    // Another program may have put something else there by now, which must not block.
    let descriptor = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
    guard descriptor >= 0 else { throw .unreadable(SystemError("open", name)) }
    defer { close(descriptor) }
    guard let bytes = DurableFile.read(descriptor, size: file.bytes, maxBytes: Self.maxBytes) else {
      throw .unreadable(SystemError("read", name))
    }
    return bytes
  }

  /// Appends lines, and returns when they are on the disk.
  ///
  /// - Parameter size: the file's, as it was left.
  /// - Returns: its size now; nil: it is not as it was left, or has no room, and is unchanged.
  func append(_ lines: [UInt8], to name: String, size: Int) throws(Fault) -> Int? {
    let file = "\(path)/\(name)"
    let descriptor = open(file, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw .unwritable(SystemError("write", file))
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_nlink <= 1,
      Int(status.st_size) == size, size + lines.count <= Self.maxBytes
    else { return nil }
    do throws(Fault) {
      try write(lines, descriptor, file)
    } catch {
      // As it was left: there is no need to write all of it again once there is room.
      ftruncate(descriptor, off_t(size))
      throw error
    }
    guard fsync(descriptor) == 0 else { throw .unwritable(SystemError("sync", file)) }
    return size + lines.count
  }

  /// Appends to the file that is to take the place of the journal; the first lines begin it. If it fails, that
  /// file is gone.
  func writeSnapshot(_ lines: [UInt8], of name: String, isFirst: Bool) throws(Fault) {
    let file = temporary(name)
    // What has the name now may be a link, or somebody else's file that is open to all.
    if isFirst { unlink(file) }
    let flags = isFirst ? O_CREAT | O_EXCL : O_APPEND
    let descriptor = open(file, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | flags, 0o600)
    guard descriptor >= 0 else { throw .unwritable(SystemError("write", file)) }
    defer { close(descriptor) }
    do throws(Fault) {
      try write(lines, descriptor, file)
      var status = stat()
      if fstat(descriptor, &status) == 0, Int(status.st_size) > Self.maxBytes { throw .tooLarge(name) }
    } catch {
      unlink(file)
      throw error
    }
  }

  /// Afterwards either the old or the new file has the name, whatever happens.
  ///
  /// - Returns: its size.
  func finishSnapshot(of name: String) throws(Fault) -> Int {
    let (new, file) = (temporary(name), "\(path)/\(name)")
    guard let bytes = DurableFile.size(new) else { throw .unwritable(SystemError("find", new)) }
    do {
      try DurableFile.sync(new)
      try DurableFile.rename(new, to: file)
    } catch {
      unlink(new)
      throw .unwritable(error)
    }
    // Not every file system of a stick can do it.
    try? DurableFile.sync(path)
    return Int(bytes)
  }

  private func temporary(_ name: String) -> String { "\(path)/.\(name).tmp" }

  private func write(_ lines: [UInt8], _ descriptor: CInt, _ file: String) throws(Fault) {
    var start = 0
    while start < lines.count {
      let count = lines.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress.map { $0 + start }, $0.count - start)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .unwritable(SystemError("write", file)) }
      start += count
    }
  }
}

extension SyncFolder {
  /// What a look at the folder finds.
  struct Listing: Sendable {
    /// This device's own journal.
    var own: SyncFile?
    var others: [SyncFile]
    /// The number of files that are too many.
    var omitted: Int
  }

  /// Of journals.
  struct Names: Sendable, Equatable {
    var usable: [String] = []
    /// Those that are no UTF-8, and so cannot be told to clients: with `\xff` for each byte that is none.
    var unusable: [String] = []

    init(_ names: [[UInt8]]) {
      for name in names {
        if let text = String(validating: name, as: UTF8.self) {
          usable.append(text)
        } else {
          unusable.append(Self.escaped(name))
        }
      }
      usable.sort()
      unusable = Array(unusable.sorted().prefix(SyncFolder.maxFiles))
    }

    private static func escaped(_ name: [UInt8]) -> String {
      name.map { byte in
        (0x20..<0x7f).contains(byte) ? String(UnicodeScalar(byte)) : "\\x" + byte.padded(to: 2, radix: 16)
      }.joined()
    }
  }

  /// - Parameters:
  ///   - names: of journals.
  ///   - own: the name of this device's own.
  func listing(_ names: [String], own: String) throws(Fault) -> Listing {
    let others = names.filter { $0 != own }
    var listing = Listing(own: try file(own), others: [], omitted: max(0, others.count - Self.maxFiles))
    for name in others.prefix(Self.maxFiles) {
      do throws(Fault) {
        if let file = try file(name) { listing.others.append(file) }
      } catch {
        // Reading it will fail, and say so.
        listing.others.append(SyncFile(name: name, inode: 0, bytes: 0, changedAt: 0))
      }
    }
    return listing
  }
}
