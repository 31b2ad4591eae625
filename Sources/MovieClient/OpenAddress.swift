@preconcurrency import Glibc

/// Opens an address with the desktop's default program
/// (https://manpages.debian.org/bookworm/xdg-utils/xdg-open.1.en.html).
package enum OpenAddress {
  package static func open(_ address: String, program: String = "xdg-open") throws(CommandError) {
    // Rejects options of the other program and local files.
    guard address.hasPrefix("https://") || address.hasPrefix("http://") else {
      throw CommandError(.failed, "\(TerminalText.cleaned(address)) is no address of the web")
    }
    var pid: pid_t = 0
    let problem = LibC.withArguments([program, address]) {
      posix_spawnp(&pid, program, nil, nil, $0, environ)
    }
    guard problem == 0 else {
      throw CommandError(
        .failed, "\(program) could not be started: \(LibC.message(problem))",
        hint: "install xdg-utils, or open \(address)")
    }
    var status: CInt = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    // Its statuses mean other things than ours.
    guard status == 0 else {
      throw CommandError(
        .failed, "\(program) could not open the address", hint: "open it yourself: \(address)")
    }
  }
}
