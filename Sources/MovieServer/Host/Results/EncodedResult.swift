import EventLoop
import JSONRPC
import MovieProtocol

/// A result that was encoded once. A class, so that finding and passing it on counts one reference.
final class EncodedResult: Sendable {
  /// A JSON object without `meta`.
  let bytes: [UInt8]
  /// The ages in it: those of each row's `meta`.
  let ages: [Age]
  let meta: EncodedMeta
  /// Nil: all members are the same in every reply.
  let drawn: Drawn?
  let listener: (any ResultListener)?

  /// A first member whose value is drawn for every reply.
  struct Drawn: Sendable {
    let name: StaticString
    /// Each a JSON value.
    let values: [[UInt8]]
  }

  /// A 0 in the encoded bytes, which every reply replaces with the milliseconds since upstream answered.
  struct Age: Sendable, Equatable {
    let place: Int
    let fetchedAt: Timestamp

    /// - Parameter writer: has written these, in their order.
    static func all(of metas: [Meta], in writer: JSONWriter) -> [Age] {
      zip(writer.placeholders, metas).compactMap { place, meta in
        meta.fetchedAt.map { Age(place: place, fetchedAt: $0) }
      }
    }
  }

  init(
    bytes: [UInt8], ages: [Age] = [], meta: EncodedMeta, drawn: Drawn? = nil,
    listener: (any ResultListener)? = nil
  ) {
    self.bytes = bytes
    self.ages = ages
    self.meta = meta
    self.drawn = drawn
    self.listener = listener
  }

  /// Approximate bytes of memory.
  var cost: Int { bytes.count + meta.bytes.count + (drawn?.values ?? []).reduce(0) { $0 + $1.count + 32 } }

  /// Whether it may be sent as it is to a client that accepts nothing older than `maxAge`.
  func isFresh(maxAge: Duration? = nil) -> Bool {
    // Local results do not depend on the clock; but upstream may know better by now.
    guard let freshUntil = meta.freshUntil else { return maxAge == nil }
    let now = Timestamp.now
    guard now < freshUntil else { return false }
    guard let fetchedAt = meta.fetchedAt else { return maxAge == nil }
    // In the future: the clock was set back, and the age is unknown.
    return now >= fetchedAt && (maxAge.map { now - fetchedAt <= $0 } ?? true)
  }
}

/// Hears each time that a result is sent, also of those that are cached.
@LoopActor
protocol ResultListener: AnyObject, Sendable {
  func resultIsSent()
}

/// A `meta`, encoded except for its age.
struct EncodedMeta: Sendable, Equatable {
  let bytes: [UInt8]
  /// Nil if the age is always 0.
  let age: EncodedResult.Age?
  /// Nil: forever.
  let freshUntil: Timestamp?

  var fetchedAt: Timestamp? { age?.fetchedAt }

  init(bytes: [UInt8], age: EncodedResult.Age? = nil, freshUntil: Timestamp? = nil) {
    self.bytes = bytes
    self.age = age
    self.freshUntil = freshUntil
  }
}

extension [UInt8] {
  /// These bytes with the ages they have at `now`.
  ///
  /// - Parameter ages: in the order of their places.
  func aged(_ ages: some Collection<EncodedResult.Age>, at now: Timestamp) -> [UInt8] {
    var aged: [UInt8] = []
    aged.reserveCapacity(count + 16 * ages.count)
    var rest = 0
    for age in ages {
      aged += self[rest..<age.place]
      // The clock may have been set back since.
      aged += String(Swift.max(0, now.milliseconds(since: age.fetchedAt))).utf8
      rest = age.place + 1
    }
    aged += self[rest...]
    return aged
  }
}
