import EventLoop
import Glibc

/// Notifies the service manager of the daemon's state
/// (https://www.freedesktop.org/software/systemd/man/latest/sd_notify.html). Does nothing if there is none.
@LoopActor
final class ServiceNotifier {
  /// As in `sun_path`; nil: nothing is sent.
  let address: [UInt8]?
  let watchdog = LoopTimer()

  init(environment: (String) -> String?) {
    address = environment("NOTIFY_SOCKET").flatMap(Self.address)
    guard address != nil, let text = environment("WATCHDOG_USEC"), let microseconds = UInt64(text) else {
      return
    }
    // WATCHDOG_PID names the watched process; its children inherit the variable.
    if let pid = environment("WATCHDOG_PID"), pid != String(getpid()) { return }
    guard microseconds >= 2000 else { return }
    let period = Duration.milliseconds(microseconds / 2000)
    // From the loop: a loop that hangs must not report that it is alive.
    watchdog.start(after: period, repeating: period) { [weak self] in self?.notify("WATCHDOG=1") }
  }

  /// A path, or `@` and an abstract name; other kinds (`vsock:`) are for virtual machines.
  private static func address(_ path: String) -> [UInt8]? {
    var name = Array(path.utf8)
    // One byte is reserved for the NUL.
    guard name.count > 1, name.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path) else { return nil }
    switch name[0] {
    case UInt8(ascii: "/"): return name
    case UInt8(ascii: "@"):
      // `@` stands for the NUL that begins an abstract address, whose length is then significant.
      name[0] = 0
      return name
    default: return nil
    }
  }

  func notify(_ state: String) {
    guard let name = self.address else { return }
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { Glibc.close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
    let bytes = Array(state.utf8)
    _ = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT), $0, length)
      }
    }
  }

  func stop() { watchdog.close() }
}
