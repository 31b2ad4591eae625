import Foundation
import Synchronization

/// A system bus of the test's own, by dbus-daemon, with NetworkManager and UPower as far as the daemon asks them.
/// https://dbus.freedesktop.org/doc/dbus-specification.html
package final class FakeSystemBus: Sendable {
  package struct Answers: Sendable {
    /// Nil: the service is there, but has no such property.
    package var metered: UInt32?
    package var onBattery: Bool?
    /// Calls are received and never answered.
    package var hangs = false

    package init(metered: UInt32? = nil, onBattery: Bool? = nil, hangs: Bool = false) {
      (self.metered, self.onBattery, self.hangs) = (metered, onBattery, hangs)
    }
  }

  package static let programs = ["dbus-daemon", "busctl"]

  private let folder: TemporaryFolder
  private let bus: Mutex<Program>
  private let connection: CInt
  private let answers: Mutex<Answers>
  private let received = Mutex(0)

  /// - Parameter names: the services that are there.
  package init(
    _ answers: Answers,
    names: [String] = ["org.freedesktop.NetworkManager", "org.freedesktop.UPower"]
  ) throws {
    self.answers = Mutex(answers)
    folder = try TemporaryFolder()
    let file = folder.path + "/bus.conf"
    try TemporaryFolder.write(
      """
      <busconfig>
        <listen>unix:path=\(folder.path)/bus</listen>
        <auth>EXTERNAL</auth>
        <policy context="default">
          <allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/>
        </policy>
      </busconfig>
      """, to: file)
    let program = try Program("dbus-daemon", ["--config-file=\(file)", "--nofork", "--print-address"])
    while program.lines.isEmpty, !program.hasEnded { usleep(1000) }
    guard !program.lines.isEmpty else {
      throw Program.Fault(description: "dbus-daemon: \(program.errors)")
    }
    bus = Mutex(program)
    connection = try Self.connect(folder.path + "/bus")
    setPatience(240)
    try logIn()
    try ask("Hello", [])
    for name in names { try ask("RequestName", [.text(name), .number(0)]) }
    setPatience(0)
    Thread.detachNewThread { [self] in serve() }
  }

  package var environment: [String: String] {
    [
      "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(folder.path)/bus",
      "PATH": ProgramPath.own,
    ]
  }

  package func answer(_ answers: Answers) { self.answers.withLock { $0 = answers } }

  /// Properties that were asked for.
  package var asked: Int { received.withLock { $0 } }

  /// Ends the bus. Later questions find none.
  package func end() {
    shutdown(connection, CInt(SHUT_RDWR))
    bus.withLock { $0.signal(SIGKILL) }
  }

  deinit { close(connection) }

  // MARK: The connection of the services

  private static func connect(_ path: String) throws -> CInt {
    let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8).prefix(107)) }
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard status == 0 else {
      throw Program.Fault(description: "connect \(path): \(String(cString: strerror(errno)))")
    }
    return descriptor
  }

  /// - Parameter seconds: until reading fails; 0: never.
  private func setPatience(_ seconds: Int) {
    var time = timeval(tv_sec: seconds, tv_usec: 0)
    setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
  }

  private func logIn() throws {
    let uid = String(getuid()).utf8.map { String($0, radix: 16) }.joined()
    send(Array("\0AUTH EXTERNAL \(uid)\r\n".utf8))
    var line: [UInt8] = []
    while line.last != UInt8(ascii: "\n"), let byte = read(1)?.first { line.append(byte) }
    guard line.starts(with: Array("OK ".utf8)) else {
      throw Program.Fault(description: "dbus-daemon: \(String(decoding: line, as: UTF8.self))")
    }
    send(Array("BEGIN\r\n".utf8))
  }

  /// Calls a method of the bus, and waits for its reply.
  private func ask(_ member: String, _ arguments: [DBusMessage.Value]) throws {
    var call = DBusMessage(type: DBusMessage.call)
    call.serial = 1
    let bus = "org.freedesktop.DBus"
    call.fields = [
      .path: .path("/org/freedesktop/DBus"), .interface: .text(bus), .member: .text(member),
      .destination: .text(bus),
    ]
    call.body = arguments
    send(call.bytes)
    while let message = next() {
      if message.type == DBusMessage.reply { return }
      if message.type == DBusMessage.error { break }
    }
    throw Program.Fault(description: "dbus-daemon refuses \(member)")
  }

  private func serve() {
    while let call = next() {
      guard call.type == DBusMessage.call, call.text(.member) == "Get", call.body.count == 2 else { continue }
      received.withLock { $0 += 1 }
      let answers = answers.withLock { $0 }
      if answers.hangs { continue }
      let value: DBusMessage.Value? =
        switch call.body {
        case [.text("org.freedesktop.NetworkManager"), .text("Metered")]:
          answers.metered.map { .number($0) }
        case [.text("org.freedesktop.UPower"), .text("OnBattery")]:
          answers.onBattery.map { .boolean($0) }
        default: nil
        }
      var reply = DBusMessage(type: value == nil ? DBusMessage.error : DBusMessage.reply)
      reply.serial = 1
      reply.fields = [.replySerial: .number(call.serial), .destination: .text(call.text(.sender))]
      reply.isVariant = true
      if let value {
        reply.body = [value]
      } else {
        reply.fields[.errorName] = .text("org.freedesktop.DBus.Error.UnknownProperty")
      }
      send(reply.bytes)
    }
  }

  /// Nil: the bus has ended.
  private func next() -> DBusMessage? {
    guard let start = read(16), let rest = read(DBusMessage.length(start) - 16) else { return nil }
    return DBusMessage(start + rest)
  }

  private func send(_ bytes: [UInt8]) {
    Glibc.send(connection, bytes, bytes.count, CInt(MSG_NOSIGNAL))
  }

  private func read(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    guard count > 0 else { return [] }
    return recv(connection, &bytes, count, CInt(MSG_WAITALL)) == count ? bytes : nil
  }
}
