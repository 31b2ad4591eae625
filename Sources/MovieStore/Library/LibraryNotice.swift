/// What a person may want to know about the library beside what each call is answered.
package struct LibraryNotice: Hashable, Sendable, CustomStringConvertible {
  /// An open set: other codes may follow.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    /// It was damaged or gone, and is now what a copy had: changes may be missing.
    package static let restored = Code(rawValue: "restored")
    /// A copy was made, before its tables were changed.
    package static let copied = Code(rawValue: "copied")
    /// It can be read and not be written.
    package static let readOnly = Code(rawValue: "read_only")
    /// The daily copy could not be made; the library itself is well.
    package static let notCopied = Code(rawValue: "not_copied")
  }

  package let code: Code
  /// English sentences; no user's words in them.
  package let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  package var description: String { message }
}
