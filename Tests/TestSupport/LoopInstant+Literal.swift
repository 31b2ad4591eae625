package import EventLoop

/// So that tests turn a clock by numbers: milliseconds.
extension LoopInstant: ExpressibleByIntegerLiteral {
  package init(integerLiteral milliseconds: Int64) { self.init(milliseconds: milliseconds) }
}
