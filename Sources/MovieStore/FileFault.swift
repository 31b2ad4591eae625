import Glibc

/// A system call on a file that failed. Its text is part of a sentence.
package struct FileFault: Error, Hashable, CustomStringConvertible {
  let verb: String
  let path: String
  /// `errno`, https://man7.org/linux/man-pages/man3/errno.3.html
  package let code: CInt

  package init(_ verb: String, _ path: String, code: CInt = errno) {
    self.verb = verb
    self.path = path
    self.code = code
  }

  package var description: String { "cannot \(verb) \(path): \(String(cString: strerror(code)))" }
}
