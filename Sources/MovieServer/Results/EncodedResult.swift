/// A result that was encoded once, and its `meta`.
struct EncodedResult: Sendable {
  /// A JSON object without `meta`.
  let bytes: [UInt8]
  /// What is known locally has an age of 0 for ever, so its `meta` is encoded once too.
  let meta: [UInt8]
}
