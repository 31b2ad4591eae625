import JSONRPC

// The profiles of a household.

package enum ProfilesMethod: RPCMethod {
  package static let method = Method(
    "profiles", "list the profiles",
    description: """
      Each profile has its own library, searches and settings; downloads, player and cache are shared. A \
      new connection uses the profile marked default. The profile `default` always exists. A PIN protects \
      the entry to its profile; that of `default` is the household's, which is also needed to leave a \
      profile with an age limit for one that shows more, and to change profiles from there. This separates \
      people of a household and does not protect against programs with the user's login, which can read the files.
      """,
    result: ProfileSummary.list.schema)
}

package enum ProfilesCreateMethod: RPCMethod {
  package static let name = Param(
    required: "name", .text(1...64, trimmed: true), "Must differ from all other names; case is ignored.")
  package static let pin = Param(
    "pin", .form(.pin), "Required to enter the profile. Only its salted hash is stored.")

  package static let method = Method(
    "profiles.create", "create a profile",
    description: """
      The new profile's lists are empty. The connection stays in its profile. A connection in a profile \
      with an age limit may create one if the profile `default` has no PIN, or is unlocked, else \
      `forbidden` (`needs` age). A name that is taken is a `conflict` with the state exists. PINs need \
      libcrypt, else `not_available`.
      """,
    parameters: [name, .ageLimit, pin, .ageRegion],
    result: ProfileSummary.list.schema,
    errors: [.notFound, .forbidden, .conflict, .limitExceeded, .notAvailable, .storageError],
    example: ["name": "Kids", "age_limit": 12])
}

package enum ProfilesUpdateMethod: RPCMethod {
  package static let newName = Param(
    "new_name", .text(1...64, trimmed: true), "Must differ from all other names; case is ignored.")
  package static let newPIN = Param("new_pin", .form(.pin), "The new PIN.")
  package static let reset = Param(
    "reset", .choices(Removable.self), default: [], "Properties to remove.")

  package enum Removable: String, Sendable, CaseIterable {
    case ageLimit = "age_limit"
    case pin
  }

  package static let method = Method(
    "profiles.update", "change a profile",
    description: """
      Changes name, age limit and PIN; lists, searches and settings stay. All given properties are \
      changed, or none is. `default` cannot be renamed or have an age limit: `conflict` with the state \
      default. Changing a profile that has a PIN requires that PIN, unless it or the household's is \
      unlocked or was sent before. After a change of the PIN, other connections in the profile have to \
      send the new one, and those that follow its topics are closed.
      """,
    parameters: [.profileName, newName, .ageLimit, .ageRegion, newPIN, reset, .neededPIN],
    result: ProfileSummary.list.schema,
    errors: [.notFound, .forbidden, .conflict, .notAvailable, .storageError],
    example: ["name": "Kids", "age_limit": 16])
}

package enum ProfilesSelectMethod: RPCMethod {
  package static let pin = Param(
    "pin", .form(.pin), "Opens the profile to this connection; profiles.unlock opens it to all programs.")
  package static let isDefault = Param(
    "default", .boolean, default: false, "Make it the profile of new connections.")

  package static let method = Method(
    "profiles.select", "choose the profile of this connection",
    description: """
      Entering a profile that has a PIN requires that PIN. Switching from a profile with an age limit to \
      one that has no PIN and shows more requires the PIN of `default`, if it has one. After five wrong \
      PINs in a row, further ones are refused for 5 seconds, then longer, at most 5 minutes: \
      `retry_after_ms`. End subscriptions to topics of the profile first, else `conflict` with the state \
      subscribed.
      """,
    parameters: [.profileName, pin, isDefault],
    result: ProfileSummary.list.schema,
    errors: [.notFound, .forbidden, .conflict, .notAvailable, .storageError],
    example: ["name": "Kids"])
}

package enum ProfilesUnlockMethod: RPCMethod {
  package static let pin = Param("pin", .form(.pin), "The profile's PIN; required even while it is unlocked.")
  package static let duration = Param(
    "duration_ms", .integer(1000...86_400_000), default: 43_200_000,
    "Time until it locks again, in milliseconds.")

  package static let method = Method(
    "profiles.unlock", "unlock a profile for all programs of this user",
    description: """
      The PIN is not required until the time is over, the profile is locked, or the daemon ends. While \
      `default` is unlocked, leaving a profile with an age limit requires no PIN either. A profile without \
      a PIN is always open.
      """,
    parameters: [.profileName, pin, duration],
    result: ProfileSummary.list.schema, errors: [.notFound, .forbidden, .notAvailable, .storageError],
    example: ["name": "default", "pin": "1234"])
}

package enum ProfilesLockMethod: RPCMethod {
  package static let name = Param(
    "name", .text(1...64, trimmed: true), "Case is ignored; default: all profiles.")

  package static let method = Method(
    "profiles.lock", "lock a profile, so that it requires its PIN again",
    description: """
      This applies to every connection in the profile, even one that has sent the PIN. Connections that \
      follow its topics are closed; this connection loses those subscriptions. When the time of \
      profiles.unlock is over, the same happens to connections that did not send the PIN themselves.
      """,
    parameters: [name],
    result: ProfileSummary.list.schema, errors: [.notFound])
}

package enum ProfilesRemoveMethod: RPCMethod {
  package static let method = Method(
    "profiles.remove", "remove a profile and all its data",
    description: """
      Removes its lists, searches and settings, though not from a shared folder, and forgets the session \
      of an account, which account.disconnect ends. `default` cannot be removed, nor can a profile whose \
      topics a connection follows: `conflict` with the state default or subscribed. This connection \
      switches to the default profile; other connections in the removed profile get not_found until they \
      choose another one. To remove a forgotten PIN, unlock `default` and send profiles.update with \
      `reset`.
      """,
    parameters: [.profileName, .neededPIN],
    result: ProfileSummary.list.schema,
    errors: [.notFound, .forbidden, .conflict, .notAvailable, .storageError],
    example: ["name": "Kids"])
}

extension Parameter {
  package static let profileName = Param(
    required: "name", .text(1...64, trimmed: true), "Case is ignored.")
  package static let ageLimit = Param(
    "age_limit", .integer(0...21), "Years; titles certified for a higher age are hidden.")
  package static let ageRegion = Param(
    "age_region", .country,
    "The country whose certificates the age limit uses; default: that of the limit before, or the region of the profile that sets it."
  )
  package static let neededPIN = Param(
    "pin", .form(.pin),
    "The profile's PIN, if it has one; from a profile with an age limit, the PIN of default.")
}
