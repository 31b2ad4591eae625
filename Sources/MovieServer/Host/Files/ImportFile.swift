import EventLoop
import Glibc
import JSONRPC
import MovieProtocol
import MovieStore

extension BlockingLane {
  static let userFile = BlockingLane("the disk of the file")
}

/// Opens or reads the file that a client names. All of this blocks.
enum ImportFile {
  static let maxBytes = 64 << 20

  /// Only a regular file of the user is read: a pipe or a device might never end, and a link may lead to a
  /// file that its owner did not mean to reveal.
  ///
  /// - Returns: a descriptor, which the caller closes, and the size in bytes.
  static func open(_ path: String) throws(ImportError) -> (descriptor: CInt, size: Int) {
    let file = Glibc.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      switch errno {
      case ELOOP: throw ImportError(.isLink, hint: .sendFileItself)
      case ENXIO: throw ImportError(.isNoRegularFile, hint: .sendFilePath)
      case let code:
        throw ImportError(
          .cannotBeOpened(SystemError.message(code)), hint: .checkPath)
      }
    }
    do throws(ImportError) {
      return (file, try size(file))
    } catch {
      close(file)
      throw error
    }
  }

  private static func size(_ file: CInt) throws(ImportError) -> Int {
    var status = stat()
    guard fstat(file, &status) == 0 else { throw failure() }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw ImportError(.isNoRegularFile, hint: .sendFilePath)
    }
    guard status.st_uid == geteuid() else {
      throw ImportError(.isOfOtherUser, hint: .copyFile)
    }
    return Int(status.st_size)
  }

  /// The whole file.
  static func read(_ path: String, maxBytes: Int = ImportFile.maxBytes) throws(ImportError) -> [UInt8] {
    let (file, size) = try open(path)
    defer { close(file) }
    guard size <= maxBytes else { throw tooLong(size, maxBytes) }
    // One more byte than it may have shows that it has grown meanwhile.
    guard let bytes = DurableFile.read(file, size: size, maxBytes: maxBytes + 1) else { throw failure() }
    guard bytes.count <= maxBytes else { throw tooLong(bytes.count, maxBytes) }
    return bytes
  }

  private static func failure() -> ImportError { ImportError(.cannotBeRead(SystemError.message())) }

  private static func tooLong(_ size: Int, _ maxBytes: Int) -> ImportError {
    ImportError(
      beyond: .init(name: "import_bytes", max: maxBytes, got: size), hint: .splitFile
    )
  }
}
