import Glibc
package import MovieProtocol

/// Titles that are to be added to the catalogue, and what came of it.
package struct CatalogueImport: Sendable {
  package let files: [CatalogueImportFile]
  /// The day of TMDB's export that these are; nil: files of the user.
  package var exportDay: String?
  /// The user accepts the terms of IMDb's files.
  package var acceptsLicense = false
  package let progress: CatalogueProgress

  package init(_ files: [CatalogueImportFile], exportDay: String? = nil, progress: CatalogueProgress) {
    (self.files, self.exportDay, self.progress) = (files, exportDay, progress)
  }

  package struct Counts: Sendable, Equatable {
    /// Lines, without empty ones.
    package var read = 0
    /// Titles that the catalogue did not have.
    package var added = 0
    /// Titles that it had.
    package var updated = 0
    package var skipped: [CatalogueImportReason: Int] = [:]

    package init() {}

    mutating func skip(_ reason: CatalogueImportReason, _ count: Int = 1) {
      if count > 0 { skipped[reason, default: 0] += count }
    }
  }

  /// Nothing was imported, and the catalogue is as it was.
  package struct Failure: Error, Sendable, CustomStringConvertible {
    package enum Code: Sendable {
      /// The file cannot be read to its end, or is packed and cut short or damaged.
      case file
      /// It has no titles.
      case noTitles
      /// It is IMDb's, whose terms have not been accepted.
      case license
      /// It is another of IMDb's than title.basics, which has to be imported before.
      case noBasics
      /// The disk is full, for example.
      case storage
      /// Another process builds the catalogue in that folder.
      case busy
      case cancelled
    }

    package let code: Code
    /// One English sentence without its full stop.
    package let description: String
    /// As far as it was read.
    package let counts: Counts
  }
}

/// A file that was opened to be imported. It is closed with this.
package final class CatalogueImportFile: Sendable {
  let descriptor: CInt
  /// In bytes.
  let size: Int

  package init(descriptor: CInt, size: Int) { (self.descriptor, self.size) = (descriptor, size) }

  deinit { close(descriptor) }
}
