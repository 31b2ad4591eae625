import JSONRPC

// The profiles of a household.

package enum ProfilesMethod: RPCMethod {
  package static let method = Method(
    "profiles", "the people of the household",
    description: """
      Each profile has a library, a history and settings of its own; downloads, player and cache are shared. A \
      connection begins in the one marked default.
      """,
    result: ProfileSummary.list)
}

package enum ProfilesCreateMethod: RPCMethod {
  package static let name = Param(
    required: "name", .text(1...64, trimmed: true), "Another one than all others, whatever the case.")
  package static let pin = Param(
    "pin", .form(.pin), "Needed to enter it. Nothing else but its salted hash is stored.")

  package static let method = Method(
    "profiles.create", "make a profile",
    description: """
      It begins with nothing on its lists. The connection stays in the profile it has. A connection in a profile with an \
      age limit may do it where the household has no PIN, or its PIN was unlocked.
      """,
    parameters: [name, .ageLimit, pin, .ageRegion],
    result: ProfileSummary.list,
    errors: [.notFound, .forbidden, .conflict, .limitExceeded, .notAvailable, .storageError],
    example: ["name": "Kids", "age_limit": 12])
}

package enum ProfilesUpdateMethod: RPCMethod {
  package static let newName = Param(
    "new_name", .text(1...64, trimmed: true), "Another one than all others, whatever the case.")
  package static let newPIN = Param("new_pin", .form(.pin), "Needed to enter it from now on.")
  package static let reset = Param(
    "reset", .choices(Removable.self), default: [], "What it is not to have any more.")

  package enum Removable: String, Sendable, CaseIterable {
    case ageLimit = "age_limit"
    case pin
  }

  package static let method = Method(
    "profiles.update", "change a profile",
    description: """
      Changes name, age limit and PIN, and nothing that the profile owns. All that is named is changed, or nothing is. \
      `default` cannot have another name or an age limit.
      """,
    parameters: [.profileName, newName, .ageLimit, .ageRegion, newPIN, reset, .neededPIN],
    result: ProfileSummary.list,
    errors: [.notFound, .forbidden, .conflict, .notAvailable, .storageError],
    example: ["name": "Kids", "age_limit": 16])
}

package enum ProfilesSelectMethod: RPCMethod {
  package static let pin = Param(
    "pin", .form(.pin), "For this connection; profiles.unlock is for all programs.")
  package static let isDefault = Param(
    "default", .boolean, default: false, "New connections begin in it from now on.")

  package static let method = Method(
    "profiles.select", "choose the profile of this connection",
    description: """
      Entering a profile that has a PIN needs that PIN. Leaving one with an age limit, for one that has no PIN and shows \
      more, needs the PIN of `default`, where there is one. Tries are slowed. A connection with subscriptions has to end \
      them first.
      """,
    parameters: [.profileName, pin, isDefault],
    result: ProfileSummary.list, errors: [.notFound, .forbidden, .conflict, .notAvailable, .storageError],
    example: ["name": "Kids"])
}

package enum ProfilesUnlockMethod: RPCMethod {
  package static let pin = Param("pin", .form(.pin), "Its PIN. Each time, also while it is unlocked.")
  package static let duration = Param(
    "duration_ms", .integer(1000...86_400_000), default: 43_200_000, "How long, in milliseconds.")

  package static let method = Method(
    "profiles.unlock", "open a profile to all programs of this user",
    description: """
      Its PIN is not asked for any more until the time is over, the profile is locked, or the daemon ends. That of \
      `default` is the household's: while that is unlocked, profiles with an age limit are left without a PIN too.
      """,
    parameters: [.profileName, pin, duration],
    result: ProfileSummary.list, errors: [.notFound, .forbidden, .notAvailable, .storageError],
    example: ["name": "default", "pin": "1234"])
}

package enum ProfilesLockMethod: RPCMethod {
  package static let name = Param(
    "name", .text(1...64, trimmed: true), "Case does not count; left out, all of them.")

  package static let method = Method(
    "profiles.lock", "have a profile ask for its PIN again",
    description: """
      Of each connection that is in it, whatever PIN that has shown. Those that follow topics of it are closed; this one \
      loses its subscriptions.
      """,
    parameters: [name],
    result: ProfileSummary.list, errors: [.notFound])
}

package enum ProfilesRemoveMethod: RPCMethod {
  package static let method = Method(
    "profiles.remove", "remove a profile with all it owns",
    description: """
      Its lists, history and settings are gone; default cannot go. Not while a connection follows topics of it. This connection goes on in the default profile; others that are in it are answered \
      not_found until they choose another one.
      """,
    parameters: [.profileName, .neededPIN],
    result: ProfileSummary.list, errors: [.notFound, .forbidden, .conflict, .notAvailable, .storageError],
    example: ["name": "Kids"])
}

extension Parameter {
  package static let profileName = Param(
    required: "name", .text(1...64, trimmed: true), "Case does not count.")
  package static let ageLimit = Param(
    "age_limit", .integer(0...21), "Titles certified for older people are hidden; years.")
  package static let ageRegion = Param(
    "age_region", .country,
    "The country whose certificates the age limit goes by; left out, the region of those who set the limit.")
  package static let neededPIN = Param(
    "pin", .form(.pin), "Its PIN, where it has one; from a profile with an age limit, that of default.")
}

/// A profile as clients see it.
package struct ProfileSummary: Sendable, Equatable {
  package var name: String
  /// Years; nil: no limit.
  package var ageLimit: Int?
  /// The country whose certificates the limit uses; nil: no limit.
  package var ageRegion: String?
  package var hasPIN: Bool
  /// The requesting connection would have to give the PIN.
  package var isLocked: Bool
  /// Nil: it is not unlocked.
  package var unlockExpiresAt: String?
  /// The requesting connection uses it.
  package var isSelected: Bool
  /// New connections start in it.
  package var isDefault: Bool

  package init(
    name: String, ageLimit: Int?, ageRegion: String?, hasPIN: Bool, isLocked: Bool, unlockExpiresAt: String?,
    isSelected: Bool, isDefault: Bool
  ) {
    self.name = name
    self.ageLimit = ageLimit
    self.ageRegion = ageRegion
    self.hasPIN = hasPIN
    self.isLocked = isLocked
    self.unlockExpiresAt = unlockExpiresAt
    self.isSelected = isSelected
    self.isDefault = isDefault
  }

  /// `{"profiles":[...]}`
  package static func encode(_ profiles: [ProfileSummary]) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.name("profiles")
      writer.array { writer in
        for profile in profiles {
          writer.object { writer in
            writer.member("name", profile.name)
            writer.member("age_limit", profile.ageLimit)
            writer.member("age_region", profile.ageRegion)
            writer.member("has_pin", profile.hasPIN)
            writer.member("locked", profile.isLocked)
            writer.member("unlock_expires_at", profile.unlockExpiresAt)
            writer.member("selected", profile.isSelected)
            writer.member("default", profile.isDefault)
          }
        }
      }
    }
    return writer.bytes
  }

  static let list = Schema.object([
    .init(
      "profiles",
      .list(
        .object([
          .init("name", .text("Names it.")),
          .init("age_limit", .optional(.integer("Years: what is certified for older people is hidden."))),
          .init("age_region", .optional(.text("The country whose certificates the age limit goes by."))),
          .init("has_pin", .boolean("Entering it needs its PIN.")),
          .init("locked", .boolean("This connection would have to show its PIN.")),
          .init("unlock_expires_at", .optional(.text("Until then all programs of the user get in; UTC."))),
          .init("selected", .boolean("This connection is in it.")),
          .init("default", .boolean("New connections begin in it.")),
        ]), "default first, then by name."))
  ])
}
