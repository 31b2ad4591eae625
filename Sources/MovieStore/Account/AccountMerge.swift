import JSONRPC
import MovieProtocol

/// The steps that make the library and the TMDB account the same again: a comparison of both with their last
/// agreement. A value without I/O.
///
/// An item that one side has got is added to the other. An item that one side has lost is removed from the
/// other, but only after two comparisons that are some time apart: a page may have shifted while it was read,
/// and TMDB may show an old list for a while. Where both have changed and differ, the title stays: a note or a
/// mark is a change, too.
struct AccountMerge {
  /// The minimum time between the two comparisons of a removal.
  static let settling: Duration = .seconds(600)
  /// More removals at once from one list need a word from the person, if they are more than half of its items.
  static let maxRemovals = 10

  let inLibrary: Set<AccountItem>
  /// As the snapshot has it, except for what was sent to TMDB just before.
  let atTMDB: Set<AccountItem>
  let agreed: [AccountItem: AccountAgreement]
  /// Those of the library whose note or mark has changed since both sides were last compared.
  let edited: Set<AccountItem>

  /// - Parameters:
  ///   - sent: what TMDB has confirmed within ``settling``: a list that does not show it is an old one.
  init(
    inLibrary: Set<AccountItem>, atTMDB: Set<AccountItem>, sent: [AccountItem: Bool] = [:],
    agreed: [AccountItem: AccountAgreement], edited: Set<AccountItem> = []
  ) {
    var present = atTMDB
    for (item, isAdded) in sent {
      // An undo was sent, whose reply may be lost: it is what TMDB was asked for last.
      let undone = agreed[item].flatMap { $0.isInLibrary == $0.isAtTMDB ? nil : $0.isAtTMDB }
      if undone ?? isAdded { present.insert(item) } else { present.remove(item) }
    }
    (self.inLibrary, self.atTMDB, self.agreed, self.edited) = (inLibrary, present, agreed, edited)
  }

  struct Plan: Equatable {
    /// In a fixed order, removals last.
    var steps: [AccountStep] = []
    /// Removals that wait for the second comparison.
    var pendingRemovals: [AccountStep] = []
    /// Agreements that need no step; neither: the item is forgotten.
    var agreements: [AccountItem: AccountAgreement] = [:]
    /// The removals would take away much of one list at once.
    var removesMuch = false

    /// The same for the same steps, whenever it is made: the person agrees to what was shown.
    var id: String {
      var hash: UInt64 = 0xcbf2_9ce4_8422_2325
      for step in steps {
        for byte in "\(step.side)\(step.isAdded)\(step.item.list) \(step.item.key.text)\n".utf8 {
          hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
      }
      return hash.padded(to: 16, radix: 16)
    }
  }

  func plan(at now: Timestamp) -> Plan {
    var plan = Plan()
    let items = inLibrary.union(atTMDB).union(agreed.keys).sorted(by: AccountItem.isBefore)
    for item in items { merge(item, at: now, into: &plan) }
    plan.steps.sort { $0.isAdded && !$1.isAdded }
    plan.removesMuch = LibraryList.allCases.contains { list in
      let removals = plan.steps.count { !$0.isAdded && $0.item.list == list }
      return removals > Self.maxRemovals && removals * 2 > agreed.keys.count { $0.list == list }
    }
    return plan
  }

  private func merge(_ item: AccountItem, at now: Timestamp, into plan: inout Plan) {
    let agreement = agreed[item] ?? .neither
    let present = AccountAgreement(
      isInLibrary: inLibrary.contains(item), isAtTMDB: atTMDB.contains(item))
    let changed = AccountSide.allCases.filter { present[$0] != agreement[$0] }
    guard present.isInLibrary != present.isAtTMDB, let side = changed.first else {
      // Both the same, or different as the person wants it.
      if present != agreement || edited.contains(item) { plan.agreements[item] = present }
      return
    }
    if changed.count == 2 || present[side] || edited.contains(item) {
      let lacking: AccountSide = present.isInLibrary ? .tmdb : .library
      return plan.steps.append(AccountStep(lacking, item, isAdded: true))
    }
    let step = AccountStep(side.other, item, isAdded: false)
    if let pending = agreement.pendingRemoval, pending.side == side, pending.since <= now {
      if now - pending.since >= Self.settling {
        plan.steps.append(step)
      } else {
        plan.pendingRemovals.append(step)
      }
      return
    }
    var waiting = agreement
    waiting.pendingRemoval = .init(side, since: now)
    plan.agreements[item] = waiting
    plan.pendingRemovals.append(step)
  }
}
