import Glibc
import Testing

@testable import MovieClient

@Suite struct OutputFileTests {
  private func withFolder(_ body: (String) throws -> Void) throws {
    var template = Array("/tmp/movierpc-out-XXXXXX".utf8CString)
    _ = try #require(mkdtemp(&template))
    let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    defer {
      for name in names(folder) { unlink(folder + "/" + name) }
      rmdir(folder)
    }
    try body(folder)
  }

  private func names(_ folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  private func size(_ path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  @Test func file_is_there_once_it_is_whole() throws {
    try withFolder { folder in
      let path = folder + "/a"
      let file = try OutputFile(path)
      try file.write(Array("abc".utf8))
      #expect(size(path) == nil && names(folder).count == 1)
      try file.finish()
      #expect(names(folder) == ["a"] && size(path) == 3)
      var status = stat()
      #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
      let next = try OutputFile(path, replaces: true)
      try next.write(Array("abcdef".utf8))
      #expect(size(path) == 3)
      try next.finish()
      #expect(names(folder) == ["a"] && size(path) == 6)
    }
  }

  @Test func discarded_file_leaves_what_was_there() throws {
    try withFolder { folder in
      let first = try OutputFile(folder + "/a")
      try first.finish()
      let file = try OutputFile(folder + "/a", replaces: true)
      try file.write(Array("abc".utf8))
      file.discard()
      #expect(names(folder) == ["a"] && size(folder + "/a") == 0)
    }
  }

  @Test func place_that_cannot_be_written_is_said() {
    #expect(throws: CommandError.self) { try OutputFile("/no/such/folder/a") }
  }

  @Test func file_that_exists_is_replaced_only_where_that_was_asked_for() throws {
    try withFolder { folder in
      let path = folder + "/a"
      try OutputFile(path).finish()
      #expect(throws: CommandError(.failed, "\(path) exists already", hint: "--force replaces it")) {
        try OutputFile(path)
      }
      // One that comes while the other is written.
      let file = try OutputFile(folder + "/b")
      try file.write(Array("late".utf8))
      close(open(folder + "/b", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
      #expect(throws: CommandError.self) { try file.finish() }
      file.discard()
      #expect(names(folder) == ["a", "b"] && size(folder + "/b") == 0)
    }
  }

  @Test(arguments: [true, false])
  func what_is_no_regular_file_is_never_replaced(_ replaces: Bool) throws {
    try withFolder { folder in
      try OutputFile(folder + "/target").finish()
      symlink("target", folder + "/link")
      symlink("nothing", folder + "/dangling")
      mkfifo(folder + "/fifo", 0o600)
      let before = names(folder)
      for path in ["link", "dangling", "fifo", ""].map({ folder + "/" + $0 }) + ["/dev/full", "/dev/null"] {
        let failure = #expect(throws: CommandError.self, "\(path)") {
          try OutputFile(path, replaces: replaces)
        }
        #expect(failure?.message == "\(path) is not a regular file, so it is not replaced")
      }
      // A file that appears there while ours is written is not replaced either.
      let file = try OutputFile(folder + "/late", replaces: replaces)
      symlink("target", folder + "/late")
      #expect(throws: CommandError.self) { try file.finish() }
      file.discard()
      #expect(names(folder) == (before + ["late"]).sorted())
    }
  }
}
