import EventLoop
import Glibc
import TestSupport
import Testing

@testable import MovieServer

@LoopActor
@Suite struct ServiceNotifierTests {
  private func notifier(_ environment: [String: String]) -> ServiceNotifier {
    ServiceNotifier { environment[$0] }
  }

  @Test(
    arguments: [
      ("/run/notify", Array("/run/notify".utf8)), ("@abstract", [0] + Array("abstract".utf8)), ("", nil),
      ("@", nil),
      ("relative", nil), ("vsock:2:1", nil), ("/" + String(repeating: "x", count: 107), nil),
    ] as [(String, [UInt8]?)])
  func addresses(_ path: String, _ expected: [UInt8]?) {
    #expect(notifier(["NOTIFY_SOCKET": path]).address == expected)
  }

  @Test(
    arguments: [
      ("1000000", nil, true), ("2000", nil, true), ("1999", nil, false), ("0", nil, false), ("x", nil, false),
      ("-5", nil, false), ("1000000", "1", false), ("1000000", "self", true),
      ("18446744073709551615", nil, true),
    ] as [(String, String?, Bool)])
  func a_watchdog_is_kept_awake_where_one_is_asked_for(_ period: String, _ pid: String?, _ runs: Bool) {
    var environment = ["NOTIFY_SOCKET": "@nobody", "WATCHDOG_USEC": period]
    environment["WATCHDOG_PID"] = pid == "self" ? String(getpid()) : pid
    let notifier = notifier(environment)
    #expect(notifier.watchdog.isActive == runs)
    notifier.stop()
    #expect(!notifier.watchdog.isActive)
    // Without a socket there is nobody to tell.
    environment["NOTIFY_SOCKET"] = nil
    #expect(!self.notifier(environment).watchdog.hasStarted)
  }

  @Test func what_is_said_arrives_by_path_and_by_abstract_name() throws {
    let folder = try TemporaryFolder()
    for path in [folder.path + "/notify", "@movierpc-test-\(getpid())"] {
      let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
      defer { close(descriptor) }
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      var name = Array(path.utf8)
      if name[0] == UInt8(ascii: "@") { name[0] = 0 }
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
      let status = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, socklen_t(MemoryLayout<sa_family_t>.size + name.count))
        }
      }
      try #require(status == 0)
      notifier(["NOTIFY_SOCKET": path]).notify("READY=1")
      var text = [UInt8](repeating: 0, count: 100)
      let count = recv(descriptor, &text, text.count, Int32(MSG_DONTWAIT))
      #expect(String(decoding: text[..<max(0, count)], as: UTF8.self) == "READY=1")
    }
  }
}
