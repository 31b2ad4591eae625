import EventLoop

/// What results depend on beside their parameters: the profile with its settings and its library, and the
/// day.
///
/// A number of its own for each state of these, so a result made in one state is never found in another; what
/// was made before a change stays until it gives way. A request takes the scope in which it begins and keeps
/// its result there, however long it takes.
struct CacheGeneration: Sendable, Equatable {
  let number: UInt64

  @LoopActor private static var last: UInt64 = 0

  /// Another one than any before.
  @LoopActor static func next() -> CacheGeneration {
    last &+= 1
    return CacheGeneration(number: last)
  }

  /// Above the bits of a method.
  var salt: UInt64 { number << 12 }
}
