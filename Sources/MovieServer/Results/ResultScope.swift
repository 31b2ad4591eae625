/// What results depend on beside their parameters: the profile with its settings and its library, and the
/// day.
///
/// A number of its own for each state of these, so a result made in one state is never found in another; what
/// was made before a change stays until it gives way. A request takes the scope in which it begins and keeps
/// its result there, however long it takes.
struct ResultScope: Sendable, Equatable {
  private(set) var number: UInt64 = 0

  mutating func renew() { number &+= 1 }

  /// Above the bits of a method.
  var salt: UInt64 { number << 12 }
}
