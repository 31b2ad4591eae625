import EventLoop

/// The state that results depend on besides their parameters: the profile with its settings and its library,
/// and the day.
///
/// Each such state has its own number, so a result made in one state is never found in another; results from
/// before a change stay until they are evicted. A request takes the generation in which it begins and stores
/// its result there, however long it takes.
struct CacheGeneration: Sendable, Equatable {
  let number: UInt64

  @LoopActor private static var last: UInt64 = 0

  /// A number that was not used before.
  @LoopActor static func next() -> CacheGeneration {
    last &+= 1
    return CacheGeneration(number: last)
  }

  /// Above the bits for the method.
  var salt: UInt64 { number << 12 }
}
