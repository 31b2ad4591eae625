/// What a change is about: a title on a list, a search of the history, a setting.
package struct SyncItem: Hashable, Sendable {
  /// The name of its profile, with a to z in lower case.
  package var profile: String
  package var list: String
  package var key: String

  package init(_ profile: String, _ list: String, _ key: String) {
    (self.profile, self.list, self.key) = (profile, list, key)
  }
}

/// Fields of one item that were changed together.
package struct SyncChange: Equatable, Sendable {
  package typealias Field = (name: String, value: SyncValue)

  package var item: SyncItem
  package var stamp: Stamp
  package var fields: [Field]

  package init(_ item: SyncItem, _ stamp: Stamp, _ fields: [Field]) {
    (self.item, self.stamp, self.fields) = (item, stamp, fields)
  }

  package static func == (one: Self, other: Self) -> Bool {
    one.item == other.item && one.stamp == other.stamp
      && one.fields.elementsEqual(other.fields) { $0.name == $1.name && $0.value == $1.value }
  }

  /// The field that says whether the item is there: 1, or 0 once it was removed.
  package static let membership = "in"

  /// It only says that the item was removed, before `horizon`.
  func isForgotten(before horizon: HybridClock) -> Bool {
    stamp.clock < horizon
      && fields.contains { $0.name == Self.membership && $0.value == .integer(0) }
  }
}

/// Where registers are stored.
package protocol RegisterStore {
  func register(_ item: SyncItem, _ field: String) throws -> Register?
  mutating func set(_ item: SyncItem, _ field: String, _ register: Register) throws
}

extension RegisterStore {
  /// Merges a change of any device, in any order, any number of times.
  ///
  /// - Parameter horizon: an earlier removal of an unknown item is not remembered again.
  /// - Returns: whether anything changed.
  package mutating func merge(_ change: SyncChange, horizon: HybridClock) throws -> Bool {
    if change.isForgotten(before: horizon), try register(change.item, SyncChange.membership) == nil {
      return false
    }
    var isChanged = false
    for (name, value) in change.fields {
      let register = Register(value, change.stamp)
      guard register.wins(over: try self.register(change.item, name)) else { continue }
      try set(change.item, name, register)
      isChanged = true
    }
    return isChanged
  }
}
