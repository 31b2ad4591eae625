/// An event of the library that the user may want to know about, apart from the results of calls.
package struct LibraryNotice: Hashable, Sendable, CustomStringConvertible {
  /// An open set: more codes may be added.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    /// The library was damaged or missing, and was restored from a copy: changes may be missing.
    package static let restored = Code(rawValue: "restored")
    /// A copy was made before the tables were changed.
    package static let copied = Code(rawValue: "copied")
    /// The library can be read but not written.
    package static let readOnly = Code(rawValue: "read_only")
    /// The daily copy could not be made; the library itself is intact.
    package static let notCopied = Code(rawValue: "not_copied")
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
