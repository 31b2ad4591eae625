import Glibc
import Testing

@testable import MovieProtocol

@Suite struct FolderEntryTests {
  /// As in the buffer of readdir(3), which may end with it: what is behind may not be read.
  @Test(arguments: ["", "a", "4b7c1f0d.0", String(repeating: "x", count: 60), "é\u{301}映"])
  func name_is_read_no_further_than_its_end(_ name: String) throws {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let start = try #require(
      mmap(nil, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
    defer { munmap(start, 2 * page) }
    #expect(mprotect(start + page, page, PROT_NONE) == 0)
    let offset = try #require(MemoryLayout<dirent>.offset(of: \.d_name))
    // Records are multiples of 8 bytes.
    let length = (offset + name.utf8.count + 1 + 7) / 8 * 8
    let entry = start + page - length
    (entry + offset).copyMemory(from: Array(name.utf8) + [0], byteCount: name.utf8.count + 1)
    #expect(FolderEntry.name(entry.assumingMemoryBound(to: dirent.self)) == name)
  }
}
