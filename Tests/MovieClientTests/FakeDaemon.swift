import Glibc
import Testing

@testable import MovieClient

/// A listener at a path, played by the test itself step by step. Sendable for a test that writes from a
/// thread while it does nothing else with it.
final class FakeDaemon: @unchecked Sendable {
  private var listener: CInt
  private let path: String
  private var connection: CInt = -1

  init(_ path: String) throws {
    self.path = path
    listener = socket(AF_UNIX, LibC.streamSocket, 0)
    unlink(path)
    let bound = SocketAddress.with(path) { bind(listener, $0, $1) }
    try #require(bound == 0 && listen(listener, 8) == 0)
  }

  deinit { die() }

  /// As a process does that is killed: the file stays.
  func die() {
    hangUp()
    if listener >= 0 { close(listener) }
    listener = -1
  }

  func hangUp() {
    if connection >= 0 { close(connection) }
    connection = -1
  }

  /// Takes a connection and returns its first line.
  @discardableResult
  func meet() throws -> String {
    try #require(Wait.until(.readable, listener, Deadline(.patient)), "nobody connected")
    hangUp()
    connection = accept(listener, nil, nil)
    return line()
  }

  /// The next one.
  func line() -> String { TestServer.readLine(connection) }

  /// Somebody has connected and was not met yet.
  var isAskedFor: Bool {
    var entry = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 0) == 1
  }

  func write(_ text: String) { TestServer.write(connection, text) }

  func write(_ bytes: [UInt8]) { try? Output.write(bytes, to: connection) }

  /// Writes messages 1, 2, ... until the other side has taken none for a while; whole ones in any case.
  ///
  /// - Returns: how many.
  func writeUntilFull(_ message: (Int) -> String) throws -> Int {
    for number in 1...10_000 {
      guard Wait.until(.writable, connection, try Deadline(#require(Seconds("0.3")))) else {
        return number - 1
      }
      write(message(number))
    }
    return 10_000
  }

  /// Answers `subscribe`.
  func answer(_ topics: [(name: String, data: String)]) {
    let states = topics.map { #""\#($0.name)":{"rev":1,"data":\#($0.data)}"# }.joined(separator: ",")
    write(
      #"{"jsonrpc":"2.0","id":1,"result":{"subscription":"s1","instance":"b7c1f0d2","topics":{\#(states)}}}"#
        + "\n")
  }

  func event(_ topic: String, _ data: String) {
    write(
      #"{"jsonrpc":"2.0","method":"event","params":{"subscription":"s1","topic":"\#(topic)","rev":2,"dropped":0,"data":\#(data)}}"#
        + "\n")
  }

  static func server(_ state: String, version: String = "0.1.0") -> String {
    #"{"state":"\#(state)","reason":null,"version":"\#(version)","network":"unknown","tasks":[]}"#
  }
}
