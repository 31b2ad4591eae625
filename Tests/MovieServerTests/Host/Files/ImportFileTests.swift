import Glibc
import JSONRPC
import TestSupport
import Testing

@testable import MovieServer

@Suite struct ImportFileTests {
  private func fault(_ path: String, maxBytes: Int = ImportFile.maxBytes) -> String? {
    do throws(ImportError) {
      _ = try ImportFile.read(path, maxBytes: maxBytes)
      return nil
    } catch {
      return error.reason.english
    }
  }

  @Test func file_is_read_whole() throws {
    let folder = try TemporaryFolder()
    for text in ["", "a", String(repeating: "abc", count: 100_000)] {
      try TemporaryFolder.write(text, to: folder.path + "/file")
      #expect(try ImportFile.read(folder.path + "/file") == Array(text.utf8))
    }
  }

  @Test func size_is_bounded() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/file"
    try TemporaryFolder.write("12345", to: path)
    #expect(fault(path, maxBytes: 5) == nil)
    #expect(fault(path, maxBytes: 4) == "exceeds the limit import_bytes (4)")
    // Of holes alone, so that it costs nothing.
    #expect(truncate(path, ImportFile.maxBytes + 1) == 0)
    #expect(fault(path) == "exceeds the limit import_bytes (67108864)")
  }

  @Test func what_is_no_regular_file_is_refused_and_not_waited_for() throws {
    let folder = try TemporaryFolder()
    try TemporaryFolder.write("x", to: folder.path + "/file")
    #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
    #expect(symlink(folder.path + "/file", folder.path + "/link") == 0)
    #expect(fault(folder.path + "/pipe") == "is not a regular file")
    #expect(fault(folder.path) == "is not a regular file")
    #expect(fault("/dev/zero") == "is not a regular file")
    #expect(fault(folder.path + "/link") == "is a symbolic link")
    #expect(fault(folder.path + "/none")?.hasPrefix("cannot be opened: ") == true)
    // A file of the kernel's has no size; it is read to its end, which its bytes are held against.
    #expect(fault("/proc/self/status", maxBytes: 8) == "exceeds the limit import_bytes (8)")
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a file away"))
  func file_of_another_user_is_refused() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/file"
    try TemporaryFolder.write("x", to: path)
    #expect(chown(path, 65_534, 65_534) == 0)
    #expect(fault(path) == "belongs to another user")
  }
}
