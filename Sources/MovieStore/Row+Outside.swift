import GRDB
import MovieProtocol

// A row may contain anything: a file may be damaged, or another program may have written to it.
extension Row {
  /// Nil if the column is null or has a value of another type, for which GRDB's subscript would end the
  /// process.
  func value<Value: DatabaseValueConvertible>(_ name: String) -> Value? {
    // As an optional, because GRDB's error for a null copies the whole statement: half a millisecond.
    (try? decode(Value?.self, forColumn: name)) ?? nil
  }
}

extension ClosedRange where Bound: FixedWidthInteger {
  func nearest(to value: Int64) -> Bound {
    let value = Bound(clamping: value)
    return contains(value) ? value : value < lowerBound ? lowerBound : upperBound
  }
}

/// Bounds of numbers.
enum StoredBounds {
  static let count = 0...1_000_000_000
  /// TMDB's ID of a title.
  static let id = 1...999_999_999_999_999
  /// A pebibyte.
  static let bytes: ClosedRange<Int64> = 0...(1 << 50)
  /// Years 1888 to 9999, in seconds since 1970.
  static let seconds: ClosedRange<Int64> = -2_587_680_000...253_402_300_799
  static let milliseconds: ClosedRange<Int64> = -2_587_680_000_000...253_402_300_799_999
}
