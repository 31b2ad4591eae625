/// What the standard library has together with its regular expressions, which would be a tenth of the program.
/// `Package.swift` keeps them away from this module.
extension StringProtocol {
  func firstRange(of other: String) -> Range<Index>? {
    indices.first { self[$0...].starts(with: other) }.map { $0..<index($0, offsetBy: other.count) }
  }

  func contains(_ other: String) -> Bool { firstRange(of: other) != nil }

  /// The parts between `separator`, without empty ones.
  func parts(between separator: String) -> [SubSequence] {
    var (parts, rest) = ([SubSequence](), self[...])
    while let place = rest.firstRange(of: separator) {
      parts.append(rest[..<place.lowerBound])
      rest = rest[place.upperBound...]
    }
    return (parts + [rest]).filter { !$0.isEmpty }
  }

  /// - Parameter other: not empty.
  func replacing(_ other: String, with new: String, maxReplacements: Int = .max) -> String {
    var (replaced, rest, left) = ("", self[...], maxReplacements)
    while left > 0, let place = rest.firstRange(of: other) {
      replaced += rest[..<place.lowerBound] + new
      rest = rest[place.upperBound...]
      left -= 1
    }
    return replaced + rest
  }
}
