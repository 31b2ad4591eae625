/// A result that was encoded once. A class, so that finding and passing it on counts one reference.
final class EncodedResult: Sendable {
  /// A JSON object without `meta`.
  let bytes: [UInt8]
  /// What is known locally has an age of 0 for ever, so its `meta` is encoded once too.
  let meta: [UInt8]
  /// What `hero` may be, each a JSON value: one of them is drawn for every reply. [] where there is no such
  /// member.
  let heroes: [[UInt8]]

  init(bytes: [UInt8], meta: [UInt8], heroes: [[UInt8]] = []) {
    self.bytes = bytes
    self.meta = meta
    self.heroes = heroes
  }

  /// Bytes of memory, about.
  var cost: Int { bytes.count + meta.count + heroes.reduce(0) { $0 + $1.count + 32 } }
}
