/// Why an operation of the catalogue failed.
package struct CatalogueError: Error, Hashable, Sendable, CustomStringConvertible {
  /// An open set: more codes may be added.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    /// A line of the data violates the format; `line` is its number.
    package static let format = Code(rawValue: "format")
    /// SQLite failed even in memory.
    package static let database = Code(rawValue: "database")
    /// The file is not a catalogue of this version of the program, or not of this data.
    package static let stamp = Code(rawValue: "stamp")
  }

  package let code: Code
  /// One English sentence without its full stop; contains no user input.
  package let message: String
  /// Counted from 1.
  package let line: Int?

  package init(_ code: Code, _ message: String, line: Int? = nil) {
    self.code = code
    self.message = message
    self.line = line
  }

  package var description: String { line.map { "line \($0): \(message)" } ?? message }
}

/// An event that the owner of the catalogue may want to log; the operation succeeded.
package struct CatalogueNotice: Hashable, Sendable, CustomStringConvertible {
  /// An open set: more codes may be added.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    /// The file was built, for the first time or after the program or its data changed.
    package static let built = Code(rawValue: "built")
    /// The file was damaged, so it is rebuilt.
    package static let damaged = Code(rawValue: "damaged")
    /// No file could be created: the catalogue is in memory, and built again at the next start.
    package static let inMemory = Code(rawValue: "in_memory")
    /// There is no catalogue at all: it could not be built even in memory.
    package static let empty = Code(rawValue: "empty")
  }

  package let code: Code
  package let message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  package var description: String { message }
}
