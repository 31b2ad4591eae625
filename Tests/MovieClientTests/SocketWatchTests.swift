import Glibc
import Testing

@testable import MovieClient

struct SocketWatchTests {
  private func isReadable(_ watch: SocketWatch) -> Bool {
    var entry = pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 0) == 1
  }

  private func write(_ path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    try #require(descriptor >= 0)
    TestServer.write(descriptor, "x")
    close(descriptor)
  }

  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = try temporaryFolder()
    defer {
      for name in ["a/b/s", "a/b/s.lock", "s", "s.lock", "other", "other2"] { unlink(folder + "/" + name) }
      for name in ["/a/b", "/a", ""] { rmdir(folder + name) }
    }
    try body(folder)
  }

  @Test func only_the_socket_and_its_lock_count() throws {
    try withFolder { folder in
      let watch = try #require(SocketWatch(path: folder + "/s"))
      #expect(!isReadable(watch) && !watch.takeChanges())
      try write(folder + "/other")
      #expect(!watch.takeChanges())
      try write(folder + "/s")
      #expect(watch.takeChanges())
      #expect(!watch.takeChanges())
      try write(folder + "/s.lock")
      #expect(watch.takeChanges())
      // As a daemon does that a service manager starts: the socket is the same.
      try write(folder + "/s.lock")
      #expect(watch.takeChanges())
      rename(folder + "/other", folder + "/s")
      #expect(watch.takeChanges())
      // Nobody is woken by what others write beside it.
      try write(folder + "/other2")
      _ = watch.takeChanges()
      try write(folder + "/other2")
      #expect(!isReadable(watch))
    }
  }

  @Test func folders_may_come_later_and_go_again() throws {
    try withFolder { folder in
      let watch = try #require(SocketWatch(path: folder + "/a/b/s"))
      try write(folder + "/other")
      #expect(!watch.takeChanges())
      for _ in 1...2 {
        mkdir(folder + "/a", 0o700)
        #expect(watch.takeChanges())
        mkdir(folder + "/a/b", 0o700)
        #expect(watch.takeChanges())
        try write(folder + "/a/b/s")
        #expect(watch.takeChanges())
        unlink(folder + "/a/b/s")
        rmdir(folder + "/a/b")
        #expect(watch.takeChanges())
        rmdir(folder + "/a")
        #expect(watch.takeChanges())
      }
      // All at once.
      mkdir(folder + "/a", 0o700)
      mkdir(folder + "/a/b", 0o700)
      #expect(watch.takeChanges())
      try write(folder + "/a/b/s")
      #expect(watch.takeChanges())
    }
  }

  @Test func stamp_tells_one_daemon_from_the_next() throws {
    try withFolder { folder in
      let path = folder + "/s"
      let nothing = SocketStamp(path: path)
      #expect(nothing == SocketStamp(path: path))
      try write(path)
      let one = SocketStamp(path: path)
      #expect(one != nothing && one == SocketStamp(path: path))
      try write(path + ".lock")
      #expect(SocketStamp(path: path) != one)
    }
  }
}
