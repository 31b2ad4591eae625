import Glibc
import MovieStore
import TestSupport
import Testing

@testable import MovieServer

@Suite struct ListenPathTests {
  private let root: TemporaryFolder
  private var place: ListenPath { ListenPath(path: root.path + "/run/socket", isExplicit: false) }

  init() throws { root = try TemporaryFolder() }

  private func mode(_ path: String) -> mode_t? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o777 : nil
  }

  /// A socket of another program.
  private func other(_ type: Int32, listens: Bool = true) throws -> CInt {
    let descriptor = socket(AF_UNIX, type | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: place.path.utf8) }
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(status == 0)
    if listens { try #require(listen(descriptor, 0) == 0) }
    return descriptor
  }

  @Test func the_folder_and_the_socket_are_private() throws {
    try place.prepareFolder()
    #expect(mode(root.path + "/run") == 0o700)
    chmod(root.path + "/run", 0o755)
    try place.prepareFolder()
    #expect(mode(root.path + "/run") == 0o700)
    let socket = try place.bind()
    defer { close(socket.descriptor) }
    #expect(mode(place.path) == 0o600)
    #expect(fcntl(socket.descriptor, F_GETFD) == FD_CLOEXEC)
    socket.unlinkIfOurs()
    #expect(mode(place.path) == nil)
  }

  @Test func a_stale_socket_is_taken_over() throws {
    try place.prepareFolder()
    close(try other(Int32(SOCK_STREAM.rawValue)))
    #expect(mode(place.path) != nil)
    let socket = try place.bind()
    defer { close(socket.descriptor) }
    #expect(listen(socket.descriptor, 1) == 0)
    #expect(place.isAlive())
  }

  @Test func a_socket_that_is_answered_is_not_touched() throws {
    try place.prepareFolder()
    let descriptor = try other(Int32(SOCK_STREAM.rawValue))
    defer { close(descriptor) }
    // Also when its queue is full: nobody accepts here, and connecting must not wait.
    for _ in 1...3 { #expect(throws: SystemError.self) { try place.bind() } }
    #expect(place.isAlive())
    #expect(mode(place.path) != nil)
  }

  @Test func a_socket_of_another_kind_is_not_touched() throws {
    try place.prepareFolder()
    let descriptor = try other(Int32(SOCK_DGRAM.rawValue), listens: false)
    defer { close(descriptor) }
    #expect(throws: SystemError.self) { try place.bind() }
    #expect(mode(place.path) != nil)
  }

  @Test func a_file_that_is_no_socket_is_not_touched() throws {
    try place.prepareFolder()
    try TemporaryFolder.write("mine", to: place.path)
    #expect(throws: SystemError.self) { try place.bind() }
    #expect(TemporaryFolder.read(place.path) == "mine")
  }

  @Test func somebody_elses_socket_is_left_at_the_end() throws {
    try place.prepareFolder()
    let first = try place.bind()
    defer { close(first.descriptor) }
    // Moved, not removed: so the new one cannot get the number of the old.
    #expect(rename(place.path, place.path + ".old") == 0)
    let second = try place.bind()
    defer { close(second.descriptor) }
    first.unlinkIfOurs()
    #expect(mode(place.path) != nil)
    second.unlinkIfOurs()
    #expect(mode(place.path) == nil)
  }

  @Test func a_folder_that_is_a_link_and_a_path_too_long_are_refused() throws {
    #expect(symlink("/tmp", root.path + "/run") == 0)
    #expect(throws: SystemError.self) { try place.prepareFolder() }
    let long = ListenPath(path: "/tmp/" + String(repeating: "x", count: 103), isExplicit: true)
    #expect(throws: SystemError.self) { try long.prepareFolder() }
  }
}
