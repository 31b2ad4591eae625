extension BinaryInteger {
  /// `7` as `07`, with a width of 2.
  package func padded(to width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
