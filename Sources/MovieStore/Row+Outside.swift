import GRDB
import MovieProtocol

// A row may contain anything: a file may be damaged, or another program may have written to it.
extension Row {
  /// Nil if the column is null or has a value of another type, for which GRDB's subscript would end the
  /// process.
  func value<Value: DatabaseValueConvertible>(_ name: String) -> Value? {
    (try? decode(Value?.self, forColumn: name)) ?? nil
  }

  func value<Value: DatabaseValueConvertible>(at index: Int) -> Value? {
    // As an optional, because GRDB's error for a null copies the whole statement: half a millisecond.
    (try? decode(Value?.self, atIndex: index)) ?? nil
  }

  /// A number within bounds, so that sums and products of it cannot overflow: a number out of bounds is
  /// clamped.
  func number<Number: FixedWidthInteger>(at index: Int, in range: ClosedRange<Number>) throws -> Number {
    range.nearest(to: try decode(atIndex: index))
  }

  /// A column with seconds since 1970.
  func seconds(at index: Int) throws -> Timestamp {
    Timestamp(seconds: try number(at: index, in: StoredBounds.seconds))
  }

  func secondsIfPresent(at index: Int) throws -> Timestamp? {
    try numberIfPresent(at: index, in: StoredBounds.seconds).map(Timestamp.init(seconds:))
  }

  /// A column with milliseconds since 1970.
  func milliseconds(at index: Int) throws -> Timestamp {
    Timestamp(milliseconds: try number(at: index, in: StoredBounds.milliseconds))
  }

  /// ``number(at:in:)`` for a column that may be null.
  func numberIfPresent<Number: FixedWidthInteger>(
    at index: Int, in range: ClosedRange<Number>
  ) throws -> Number? {
    let value: Int64? = try decode(atIndex: index)
    return value.map { range.nearest(to: $0) }
  }
}

extension ClosedRange where Bound: FixedWidthInteger {
  func nearest(to value: Int64) -> Bound {
    let value = Bound(clamping: value)
    return contains(value) ? value : value < lowerBound ? lowerBound : upperBound
  }
}

/// Bounds for ``GRDB/Row/number(at:in:)``.
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
