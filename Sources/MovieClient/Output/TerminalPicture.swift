@preconcurrency import Glibc

/// Draws a picture on the terminal, with [chafa](https://hpjansson.org/chafa/) if it is installed.
package enum TerminalPicture {
  /// The path of the program; nil: it is not installed.
  package static func program(_ environment: (String) -> String? = Environment.variable) -> String? {
    DaemonProgram.pathFolders(environment("PATH")).lazy.map { $0 + "/chafa" }.first(
      where: DaemonProgram.isProgram)
  }

  /// Waits until the picture is drawn; false: it was not.
  ///
  /// - Parameter file: an absolute path, so that it cannot be mistaken for an option.
  package static func draw(_ file: String, with program: String, hasColour: Bool) -> Bool {
    let arguments = [program] + (hasColour ? [] : ["--colors", "none"]) + [file]
    var pid: pid_t = 0
    let problem = LibC.withArguments(arguments) { posix_spawn(&pid, program, nil, nil, $0, environ) }
    guard problem == 0 else { return false }
    var status: CInt = 0
    while waitpid(pid, &status, 0) < 0 {
      guard errno == EINTR else { return false }
    }
    // https://man7.org/linux/man-pages/man2/wait.2.html: it exited normally, with 0.
    return status == 0
  }
}
