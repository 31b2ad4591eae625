import Glibc

/// One way in which parameters were written, and the result it leads to.
final class ResultName {
  let key: UInt64
  let text: [UInt8]
  let result: EncodedResult
  let entry: ResultEntry
  /// Since the hand of the clock last passed.
  var wasUsed = true

  init(_ key: UInt64, _ text: [UInt8], _ result: EncodedResult, _ entry: ResultEntry) {
    self.key = key
    self.text = text
    self.result = result
    self.entry = entry
  }

  func isSame(as sent: Span<UInt8>) -> Bool {
    guard text.count == sent.count else { return false }
    return text.withUnsafeBytes { text in
      sent.withUnsafeBytes { sent in
        guard let a = text.baseAddress, let b = sent.baseAddress else { return true }
        return memcmp(a, b, sent.count) == 0
      }
    }
  }
}

/// What belongs together and leaves together: a result and all its names.
final class ResultEntry {
  /// The hashes of its names, the canonical one first.
  var keys: [UInt64] = []
  /// Of the result; the names count on their own.
  let cost: Int

  init(cost: Int) {
    self.cost = cost
  }
}
