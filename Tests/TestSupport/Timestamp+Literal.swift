package import MovieProtocol

/// So that tests turn a clock by numbers: milliseconds.
extension Timestamp: ExpressibleByIntegerLiteral {
  package init(integerLiteral milliseconds: Int64) { self.init(milliseconds: milliseconds) }
}
