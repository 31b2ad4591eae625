@preconcurrency import Glibc
import MovieProtocol

/// Draws a picture on the terminal, with [chafa](https://hpjansson.org/chafa/) if it is installed.
package enum TerminalPicture {
  /// The path of the program; nil: it is not installed.
  package static func program(_ environment: (String) -> String? = Environment.variable) -> String? {
    DaemonProgram.pathFolders(environment("PATH")).lazy.map { $0 + "/chafa" }.first(
      where: FileFacts.isProgram)
  }

  /// Waits until the picture is drawn; false: it was not.
  ///
  /// - Parameters:
  ///   - file: an absolute path, so that it cannot be mistaken for an option.
  ///   - options: of chafa.
  package static func draw(
    _ file: String, with program: String, hasColour: Bool, options: [String] = []
  ) -> Bool {
    let arguments = [program] + options + (hasColour ? [] : ["--colors", "none"]) + [file]
    return (try? ChildProgram.start(arguments))?.end() == .status(0)
  }
}
