import JSONRPC
import MovieProtocol
import MovieStore

/// The changes that TMDB did not make, while the daemon runs. A value without I/O.
///
/// TMDB may fail at one title and take all others: the others do not wait for it, and it is sent last the next
/// time. A title that TMDB rejects in each of several comparisons is not sent again.
struct AccountFailures {
  /// After so many failures in a row TMDB itself fails.
  static let maxInRow = 3
  static let maxRejections = 3

  private struct Failure {
    let change: AccountChange
    let message: Message
    var rejections = 0
    var isFinal: Bool { rejections >= AccountFailures.maxRejections }
  }

  private var failures: [AccountItem: Failure] = [:]

  /// Some will be sent again.
  var isAnyPending: Bool { failures.values.contains { !$0.isFinal } }

  /// - Parameter changes: all that are to be sent now. What else has failed is over.
  /// - Returns: the same, those last that have failed before.
  mutating func begin(_ changes: [AccountChange]) -> [AccountChange] {
    let planned = Set(changes.map(\.step.item))
    failures = failures.filter { $0.value.isFinal || planned.contains($0.key) }
    return changes.filter { failures[$0.step.item] == nil } + changes.filter { failures[$0.step.item] != nil }
  }

  mutating func succeeded(_ change: AccountChange) { failures[change.step.item] = nil }

  mutating func failed(_ change: AccountChange, _ message: Message) {
    let rejections = failures[change.step.item]?.rejections ?? 0
    failures[change.step.item] = Failure(change: change, message: message, rejections: rejections)
  }

  /// - Returns: whether it is not to be sent again.
  mutating func rejected(_ change: AccountChange) -> Bool {
    failed(change, .accountTitleRejected)
    failures[change.step.item]?.rejections += 1
    return failures[change.step.item]?.isFinal == true
  }

  var rows: [AccountFailure] {
    failures.values.sorted { AccountItem.isBefore($0.change.step.item, $1.change.step.item) }
      .prefix(AccountFailure.maxRows).map { failure in
        let step = failure.change.step
        return AccountFailure(
          step.item.list, step.item.key, title: failure.change.title,
          action: step.isAdded ? .added : .removed,
          message: failure.message)
      }
  }
}
