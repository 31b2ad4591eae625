import Glibc
import JSONRPC
import TestSupport
import Testing

/// What the daemon has with a service manager: a socket handed over, and telling how it is.
@Suite struct ServiceManagerTests {
  private let own = "LISTEN_PID=$$ LISTEN_FDS=1; export LISTEN_PID LISTEN_FDS"

  @Test func socket_handed_over_is_served_and_left_in_place() throws {
    let home = try TemporaryFolder()
    let socket = try BoundSocket(home.path + "/handed")
    let daemon = try SpawnedDaemon(
      home: home, socket: socket.path, shell: own, descriptors: [3: socket.descriptor])
    let client = try LineClient(path: socket.path)
    #expect(
      try client.call(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#)["result"]?["pong"]?.text() == "true")
    #expect(try daemon.stop().status == 0)
    #expect(access(socket.path, F_OK) == 0)
  }

  @Test func second_daemon_on_a_socket_handed_over_is_refused() throws {
    let home = try TemporaryFolder()
    let socket = try BoundSocket(home.path + "/handed")
    let first = try SpawnedDaemon(home: home, shell: own, descriptors: [3: socket.descriptor])
    try first.log(holding: "listens")
    let second = try SpawnedDaemon(shell: own, descriptors: [3: socket.descriptor])
    #expect(try second.outcome().errors.contains("running already: pid \(first.program.pid)"))
  }

  @Test func variables_meant_for_another_process_are_ignored() throws {
    let daemon = try SpawnedDaemon(environment: ["LISTEN_PID": "1", "LISTEN_FDS": "1"])
    let reply = try daemon.connect().call(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#)
    #expect(reply["result"]?["pong"] == true)
  }

  @Test func two_sockets_are_refused() throws {
    let socket = try BoundSocket(try TemporaryFolder().path + "x")
    defer { unlink(socket.path) }
    let two = "LISTEN_PID=$$ LISTEN_FDS=2; export LISTEN_PID LISTEN_FDS"
    let daemon = try SpawnedDaemon(shell: two, descriptors: [3: socket.descriptor, 4: socket.descriptor])
    let outcome = try daemon.outcome()
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("LISTEN_FDS=2: exactly one socket is expected"))
  }

  @Test func socket_that_does_not_listen_is_refused() throws {
    let home = try TemporaryFolder()
    let socket = try BoundSocket(home.path + "/silent", listens: false)
    let daemon = try SpawnedDaemon(home: home, shell: own, descriptors: [3: socket.descriptor])
    #expect(try daemon.outcome().errors.contains("which does not listen"))
  }

  @Test func descriptor_that_is_no_socket_or_not_open_is_refused() throws {
    for descriptors in [[CInt(3): STDERR_FILENO], [:]] {
      let outcome = try SpawnedDaemon(shell: own, descriptors: descriptors).outcome()
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("LISTEN_FDS"))
    }
  }

  /// Without a path there is nowhere to put the lock, and no client to find it.
  @Test func socket_without_a_path_is_refused() throws {
    let socket = try BoundSocket("@movierpc-test-\(getpid())")
    let outcome = try SpawnedDaemon(shell: own, descriptors: [3: socket.descriptor]).outcome()
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("LISTEN_FDS, which has no path"))
  }

  @Test(arguments: ["/notify", "@"]) func service_manager_hears_of_start_reload_and_end(_ form: String) throws
  {
    let home = try TemporaryFolder()
    let address = form == "@" ? "@" + home.path : home.path + form
    let notify = try BoundSocket(address, datagrams: true)
    let daemon = try SpawnedDaemon(home: home, environment: ["NOTIFY_SOCKET": address])
    #expect(try notify.datagram() == "READY=1")
    // Ready means ready: no second try.
    _ = try LineClient(path: daemon.socket)
    daemon.program.signal(SIGHUP)
    #expect(try notify.datagram().hasPrefix("RELOADING=1\nMONOTONIC_USEC="))
    #expect(try notify.datagram() == "READY=1")
    daemon.program.signal(SIGTERM)
    #expect(try notify.datagram() == "STOPPING=1")
    #expect(try daemon.outcome().status == 0)
  }

  @Test func watchdog_is_fed() throws {
    let home = try TemporaryFolder()
    let notify = try BoundSocket(home.path + "/notify", datagrams: true)
    let daemon = try SpawnedDaemon(
      home: home, environment: ["NOTIFY_SOCKET": notify.path, "WATCHDOG_USEC": "40000"])
    #expect(try notify.datagram() == "READY=1")
    for _ in 0..<3 { #expect(try notify.datagram() == "WATCHDOG=1") }
    try daemon.stop()
  }
}
