/// Reads the text of a JSON number.
enum JSONNumber {
  /// The value if it is whole and fits an Int, in any notation: `20.0`, `2e1`, `2000e-2`. Exact: no Double in
  /// between.
  static func integer(_ text: String) -> Int? {
    var digits: [UInt8] = []
    var scale = 0  // The value is the digits times ten to this power.
    var isNegative = false
    var isFraction = false
    var rest = Substring(text).utf8
    while let byte = rest.popFirst() {
      switch byte {
      case .minus: isNegative = true
      case .point: isFraction = true
      case .zero ... .nine:
        if isFraction { scale -= 1 }
        if byte != .zero || !digits.isEmpty { digits.append(byte - .zero) }
      default:
        scale += exponent(rest)
        rest = rest[rest.endIndex...]
      }
    }
    while digits.last == 0 {
      digits.removeLast()
      scale += 1
    }
    guard !digits.isEmpty else { return 0 }
    guard scale >= 0, digits.count + scale <= 19 else { return nil }
    digits.append(contentsOf: repeatElement(0, count: scale))
    return digits.reduce(0 as Int?) { sum, digit in
      // Built up with the sign, since the smallest Int has no positive counterpart.
      guard let (high, highOverflow) = sum?.multipliedReportingOverflow(by: 10), !highOverflow else {
        return nil
      }
      let (low, lowOverflow) =
        isNegative ? high.subtractingReportingOverflow(Int(digit)) : high.addingReportingOverflow(Int(digit))
      return lowOverflow ? nil : low
    }
  }

  /// The number after the `e`, clamped to a range that no text is long enough to compensate for.
  private static func exponent(_ text: Substring.UTF8View) -> Int {
    var value = 0
    for byte in text where byte.isDigit {
      value = min(value * 10 + Int(byte - .zero), 1 << 50)
    }
    return text.first == .minus ? -value : value
  }
}
