/// Output buffers that no connection is using at the moment.
///
/// An idle connection holds no buffer at all: it borrows one when bytes arrive and returns it when the kernel
/// has taken its output. So a thousand connections cost what the busy ones of one turn need, and a busy one
/// does not grow an array from nothing on every read.
struct OutputBuffers {
  /// At most this many bytes are kept in total: what 64 long replies to one read grow to, and more.
  static let maxStoredBytes = 768 * 1024
  static let maxStored = 64

  private var spare: [[UInt8]] = []
  private(set) var cachedBytes = 0
  /// There was no room for one: turns like this one would free and allocate each time.
  var hasFreed = false

  /// Gives `buffer` memory, if some is spare and it has none.
  mutating func lend(to buffer: inout [UInt8]) {
    guard buffer.capacity == 0, let lent = spare.popLast() else { return }
    cachedBytes -= lent.capacity
    buffer = lent
  }

  /// Takes the memory of `buffer`, whose bytes are no longer needed; it is kept or freed.
  mutating func giveBack(_ buffer: inout [UInt8]) {
    buffer.removeAll(keepingCapacity: true)
    let capacity = buffer.capacity
    guard capacity > 0 else { return }
    if spare.count < Self.maxStored, cachedBytes + capacity <= Self.maxStoredBytes {
      cachedBytes += capacity
      var taken: [UInt8] = []
      swap(&taken, &buffer)
      spare.append(taken)
    } else {
      hasFreed = true
      buffer = []
    }
  }
}
