import Testing

@testable import EventLoop

@Suite struct PeerCredentialsTests {
  @Test func process_of_another_pid_namespace_has_a_user_and_no_number() {
    let peer = PeerCredentials((pid: 0, uid: 1000, gid: 100))
    #expect(peer == PeerCredentials(pid: nil, uid: 1000, gid: 100))
    #expect(PeerCredentials((pid: 7, uid: 0, gid: 0)) == PeerCredentials(pid: 7, uid: 0, gid: 0))
  }

  /// As the kernel says of a TCP socket.
  @Test func socket_that_records_no_process_has_no_peer() {
    #expect(PeerCredentials((pid: 0, uid: .max, gid: .max)) == nil)
  }
}
