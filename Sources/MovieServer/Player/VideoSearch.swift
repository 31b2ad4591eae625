import EventLoop

/// The search for what is to be played next, of which there is one: a newer one, or a stop, ends the one before.
@LoopActor
final class VideoSearch {
  private var current: (number: Int, giveWay: @LoopActor () -> Void)?
  private var last = 0

  nonisolated init() {}

  var isUnderWay: Bool { current != nil }

  /// - Parameter giveWay: called when it is ended.
  /// - Returns: its number.
  func begin(giveWay: @escaping @LoopActor () -> Void) -> Int {
    stop()
    last += 1
    current = (last, giveWay)
    return last
  }

  /// It is done, well or not.
  ///
  /// - Returns: false: it was ended before.
  @discardableResult
  func finish(_ number: Int) -> Bool {
    guard current?.number == number else { return false }
    current = nil
    return true
  }

  func stop() {
    let stopped = current
    current = nil
    stopped?.giveWay()
  }
}
