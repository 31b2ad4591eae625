import EventLoop

/// The search for the next item to play, of which there is one: a newer one, or a stop, ends the one before.
@LoopActor
final class VideoSearch {
  private var current: (number: Int, giveWay: @LoopActor () -> Void)?
  private var last = 0

  nonisolated init() {}

  var isUnderWay: Bool { current != nil }

  /// - Parameter giveWay: called when the search is ended before it is done.
  /// - Returns: its number.
  func begin(giveWay: @escaping @LoopActor () -> Void) -> Int {
    stop()
    last += 1
    current = (last, giveWay)
    return last
  }

  /// It has finished, successfully or not.
  ///
  /// - Returns: false if it was ended before.
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
