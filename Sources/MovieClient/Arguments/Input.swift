import Glibc

/// Standard input, read whole.
package enum Input {
  package static func all(limit: Int) throws(CommandError) -> [UInt8] {
    var bytes: [UInt8] = []
    let chunk = 65_536
    while true {
      let count = withUnsafeTemporaryAllocation(byteCount: chunk, alignment: 1) { buffer in
        let got = read(STDIN_FILENO, buffer.baseAddress, chunk)
        if got > 0 { bytes.append(contentsOf: buffer.prefix(got)) }
        return got
      }
      if count == 0 { return bytes }
      guard count > 0 || errno == EINTR || errno == EAGAIN else {
        throw .usage("standard input cannot be read: \(LibC.message(errno))")
      }
      guard bytes.count <= limit else { throw .usage("standard input has more than \(limit) bytes") }
      if count < 0 {
        var entry = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        poll(&entry, 1, -1)
      }
    }
  }
}
