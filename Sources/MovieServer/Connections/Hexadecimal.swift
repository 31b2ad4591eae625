/// Eight digits, for names that only have to be distinct.
enum Hexadecimal {
  static func text(_ number: UInt32) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
