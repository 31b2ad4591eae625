/// Why the catalogue could not do what was asked.
package struct CatalogueError: Error, Hashable, Sendable, CustomStringConvertible {
  /// An open set: other codes may follow.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    /// A line of the data is not what the format says; `line` names it.
    package static let format = Code(rawValue: "format")
    /// SQLite failed even in memory.
    package static let database = Code(rawValue: "database")
    /// The file is no catalogue of this version of the program, or not of this data.
    package static let stamp = Code(rawValue: "stamp")
  }

  package let code: Code
  /// One English sentence without its full stop; no user's words in it.
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

/// What the owner of the catalogue may want to log: it was answered all the same.
package struct CatalogueNotice: Hashable, Sendable, CustomStringConvertible {
  /// An open set: other codes may follow.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    /// The file was made, for the first time or after the program or its data changed.
    package static let built = Code(rawValue: "built")
    /// The file was there but damaged, so it is made anew.
    package static let damaged = Code(rawValue: "damaged")
    /// No file could be made: the catalogue is in memory, and made again at the next start.
    package static let inMemory = Code(rawValue: "in_memory")
    /// There is no catalogue at all: not even one in memory could be made.
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
