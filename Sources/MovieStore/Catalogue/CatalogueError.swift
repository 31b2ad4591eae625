/// Why an operation of the catalogue failed.
package struct CatalogueError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Code: Sendable {
    /// A line of the data violates the format; `line` is its number.
    case format
    /// A file that is imported cannot be read.
    case file
    /// It has nothing that can be imported.
    case noTitles
    /// A file of what was imported is damaged.
    case database
    /// A newer version of the program has made it.
    case stamp
  }

  package let code: Code
  /// One English sentence without its full stop; contains no user input.
  package let message: String
  /// Counted from 1.
  package let line: Int?

  package init(_ code: Code, _ message: String, line: Int? = nil) {
    (self.code, self.message, self.line) = (code, message, line)
  }

  package var description: String { line.map { "line \($0): \(message)" } ?? message }
}

/// An event that the owner of the catalogue may want to log; the operation succeeded.
package struct CatalogueNotice: Hashable, Sendable, CustomStringConvertible {
  package enum Code: Sendable {
    /// The file was built, for the first time or after the program or its data changed.
    case built
    /// The file was damaged, so it is rebuilt.
    case damaged
    /// No file could be created: the catalogue is in memory, and built again at the next start.
    case inMemory
    /// Imported titles were in a file that can no longer be read, and must be imported again.
    case importsLost
    /// There is no catalogue at all: it could not be built even in memory.
    case empty
  }

  package let code: Code
  package let message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  package var description: String { message }
}
