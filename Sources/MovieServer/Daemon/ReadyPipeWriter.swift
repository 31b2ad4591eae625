import Glibc

/// How the client that started the daemon learns that it listens, or why it does not: one line on a pipe.
package enum ReadyPipeWriter {
  package static func report(_ text: String, to descriptor: CInt?) {
    guard let descriptor else { return }
    let words = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    let line = Array((words + "\n").utf8)
    _ = write(descriptor, line, line.count)
    close(descriptor)
  }
}
