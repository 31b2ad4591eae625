import Glibc
import TestSupport
import Testing

@testable import MovieStore

struct FolderLockTests {
  @Test func lock_ends_with_its_owner_though_a_child_still_has_the_descriptor() throws {
    let folder = try TemporaryFolder()
    var lock = try FolderLock(folder.path)
    #expect(lock != nil)
    #expect(try FolderLock(folder.path) == nil)
    // As a program that is being started has it, until it runs.
    let copies = DurableFile.names(in: "/proc/self/fd").compactMap(CInt.init).filter { descriptor in
      var (one, other) = (stat(), stat())
      return fstat(descriptor, &one) == 0 && stat(folder.path, &other) == 0 && one.st_ino == other.st_ino
    }
    .map { dup($0) }
    defer { for copy in copies { close(copy) } }
    #expect(!copies.isEmpty)
    lock = nil
    #expect(try FolderLock(folder.path) != nil)
  }
}
