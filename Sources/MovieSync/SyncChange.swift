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
  /// The journal that has it is not its device's own, or that device has it from others.
  package var isHeard = false

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

extension SyncChange {
  /// The same in so many that each fits in a line.
  package var parts: [SyncChange] {
    var (parts, room): ([SyncChange], Int) = ([], 0)
    for field in fields {
      let bytes = field.name.utf8.count + field.value.maxBytes
      if parts.isEmpty || room < bytes || parts[parts.count - 1].fields.count == JournalLine.maxFields {
        var part = self
        part.fields = []
        parts.append(part)
        // The rest is for the item: a key may need six bytes for each of its own.
        room = JournalLine.maxBytes - (1 << 14)
      }
      parts[parts.count - 1].fields.append(field)
      room -= bytes
    }
    return parts
  }
}

/// Where registers are stored.
package protocol RegisterStore {
  func register(_ item: SyncItem, _ field: String) throws -> Register?
  /// The number of fields of an item.
  func count(of item: SyncItem) throws -> Int
  mutating func set(_ item: SyncItem, _ field: String, _ register: Register) throws
  /// It was read again, exactly as it is stored.
  mutating func confirm(_ item: SyncItem, _ field: String, _ register: Register) throws
}

extension RegisterStore {
  package mutating func confirm(_: SyncItem, _: String, _: Register) throws {}

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
      let (register, old) = (Register(value, change.stamp), try self.register(change.item, name))
      guard register.wins(over: old) else {
        if register == old { try confirm(change.item, name, register) }
        continue
      }
      // Only who invents fields reaches it.
      if old == nil, try count(of: change.item) >= JournalLine.maxFields { continue }
      try set(change.item, name, register)
      isChanged = true
    }
    return isChanged
  }
}
