import JSONRPC

/// The transient unit of an mpv that is not the daemon's child. systemd-run only waits for it: who ends that ends
/// no mpv. https://www.freedesktop.org/software/systemd/man/latest/systemd-run.html
struct PlayerUnit: Equatable {
  let name: String

  /// No other has its name, also none that stayed when an earlier daemon ended.
  init() { name = "movierpc-player-\(UInt32.random(in: .min ... .max).padded(to: 8, radix: 16)).service" }

  /// An mpv that hangs is given a second to end when it is stopped.
  var starting: [String] {
    [
      "systemd-run", "--user", "--quiet", "--collect", "--wait", "--pipe", "--unit=\(name)",
      "--property=TimeoutStopSec=1",
    ]
  }

  /// Also where it is still starting. The service manager does it, whatever becomes of us.
  var stopping: [String] { ["systemctl", "--user", "--no-block", "stop", name] }
}
