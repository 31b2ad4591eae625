/// What is in an index: see `IndexFile`.
package struct IndexSections {
  package init() {}

  /// The number of titles.
  package var count: Int { records.count }

  /// The cells of each title that its record does not have (`TableColumn.texts`), without empty ones at the end.
  var text: [UInt8] = []
  var textPlaces = OffsetWriter()
  var records: [TitleRecord] = []
  /// The words in the order of their bytes.
  var words: [UInt8] = []
  var wordPlaces = OffsetWriter()
  /// How many bytes each word shares with the one before it, at most 255.
  var wordStems: [UInt8] = []
  /// `rank << 8 | Fields`, of each word in the order of the ranks.
  var postings: [UInt32] = []
  var postingPlaces = OffsetWriter()
  /// See `SpellingList`.
  var spellings: [UInt8] = []
  var spellingBlocks: [UInt32] = []
  /// Ranks: first of films, then of series, in the order of their IDs.
  var ids: [UInt32] = []
}

package struct IndexError: Error, CustomStringConvertible {
  package let description: String
  /// It is what another version of the program wrote, or of another table, or it has gone: no damage.
  package var isOutdated = false
  /// Of the table, from 1.
  package var line: Int?

  package init(_ description: String, line: Int? = nil, isOutdated: Bool = false) {
    (self.description, self.line, self.isOutdated) = (description, line, isOutdated)
  }
}
