import MovieProtocol

/// The cells of a line of an ``IMDbFile``. `\N` is unknown.
struct IMDbLine {
  /// Without its tt.
  let number: Int
  private let cells: [ArraySlice<UInt8>]

  init(_ line: [UInt8], of file: IMDbFile) throws(ImportedTitle.Skipped) {
    cells = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
    guard cells.count == file.columns.count, let number = Self.number(of: line) else {
      throw ImportedTitle.Skipped(.malformed)
    }
    self.number = number
  }

  /// IMDb's number of the title: `tt0111161` in the first cell. It is all that is read of most lines.
  static func number(of line: [UInt8]) -> Int? {
    guard line.starts(with: "tt".utf8) else { return nil }
    return number(line.dropFirst(2).prefix { $0 != UInt8(ascii: "\t") }, 7...10)
  }

  /// A name, without control characters.
  func name(_ column: Int) throws(ImportedTitle.Skipped) -> String? {
    guard let text = try text(column) else { return nil }
    guard text.utf8.count <= ImportedTitle.maxText else { throw ImportedTitle.Skipped(.titleTooLong) }
    return ImportedTitle.text(text)
  }

  func text(_ column: Int) throws(ImportedTitle.Skipped) -> String? {
    guard !isUnknown(column) else { return nil }
    guard let text = String(validating: cells[column], as: UTF8.self) else {
      throw ImportedTitle.Skipped(.malformed)
    }
    return text
  }

  /// - Returns: nil also for a number out of `range`.
  func number(_ column: Int, in range: ClosedRange<Int>) throws(ImportedTitle.Skipped) -> Int? {
    guard !isUnknown(column) else { return nil }
    guard let number = Self.number(cells[column], 1...9) else { throw ImportedTitle.Skipped(.malformed) }
    return range.contains(number) ? number : nil
  }

  /// `8.7`; nil also if it is none from 1 to 10.
  func rating(_ column: Int) throws(ImportedTitle.Skipped) -> Double? {
    guard !isUnknown(column) else { return nil }
    guard let value = Double(String(decoding: cells[column].prefix(8), as: UTF8.self)) else {
      throw ImportedTitle.Skipped(.malformed)
    }
    return (1...10).contains(value) ? value : nil
  }

  private func isUnknown(_ column: Int) -> Bool { cells[column].elementsEqual(#"\N"#.utf8) }

  private static func number(_ digits: ArraySlice<UInt8>, _ lengths: ClosedRange<Int>) -> Int? {
    guard lengths.contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}
