/// An event of the library that the user may want to know about, apart from the results of calls.
package struct LibraryNotice: Hashable, Sendable, CustomStringConvertible {
  package enum Code: Sendable {
    /// The library was damaged or missing, and was restored from a copy: changes may be missing.
    case restored
    /// A copy was made before the tables were changed.
    case copied
    /// The library can be read but not written.
    case readOnly
    /// The daily copy could not be made; the library itself is intact.
    case notCopied
  }

  package let code: Code
  /// English sentences; they contain no user input.
  package let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  package var description: String { message }
}
