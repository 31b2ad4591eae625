import JSONRPC

// The people of a household.

extension Method {
  package static let profiles = Method(
    "profiles", "the people of the household",
    description: """
      Each profile has a library, a history and settings of its own; downloads, player and cache are shared. A \
      connection begins in the one marked default.
      """,
    result: ProfileSummary.list)

  package static let profilesCreate = Method(
    "profiles.create", "make a profile",
    description: """
      It begins with nothing on its lists. The connection stays in the profile it has. Not for a profile with an age \
      limit. The PIN is needed to leave the profile, and to delete it.
      """,
    parameters: [
      Parameter(
        "name", .text(1...64, trimmed: true), required: true,
        "Another one than all others, whatever the case."),
      Parameter("age_limit", .integer(0...21), "Titles certified for older people are hidden; years."),
      Parameter("pin", .form(.pin), "Nothing else but its salted hash is kept."),
    ],
    result: ProfileSummary.list,
    errors: [.notFound, .forbidden, .conflict, .limitExceeded, .notAvailable, .storageError],
    example: ["name": "Kids", "age_limit": 12])

  package static let profilesSelect = Method(
    "profiles.select", "choose the profile of this connection",
    description: """
      Leaving a profile that has a PIN needs that PIN; tries are slowed. A connection with subscriptions has to end them \
      first.
      """,
    parameters: [
      Parameter("name", .text(1...64, trimmed: true), required: true, "Case does not count."),
      Parameter("pin", .form(.pin), "That of the profile that is left."),
      Parameter("default", .boolean, default: .boolean(false), "New connections begin in it from now on."),
    ],
    result: ProfileSummary.list, errors: [.notFound, .forbidden, .conflict, .notAvailable, .storageError],
    example: ["name": "Kids"])

  package static let profilesDelete = Method(
    "profiles.delete", "delete a profile with all it owns",
    description: """
      Its lists, history and settings are gone; default cannot go. Not for a profile with an age limit, and not while a \
      connection follows topics of it. This connection goes on in the default profile; others that are in it are answered \
      not_found until they choose another one.
      """,
    parameters: [
      Parameter("name", .text(1...64, trimmed: true), required: true, "Case does not count."),
      Parameter("pin", .form(.pin), "Its PIN, where it has one."),
    ],
    result: ProfileSummary.list, errors: [.notFound, .forbidden, .conflict, .notAvailable, .storageError],
    example: ["name": "Kids"])
}

/// A profile as others see it.
package struct ProfileSummary: Sendable, Equatable {
  package var name: String
  /// Years; nil: no limit.
  package var ageLimit: Int?
  package var hasPIN: Bool
  /// The asking connection is in it.
  package var isSelected: Bool
  /// New connections begin in it.
  package var isDefault: Bool

  package init(name: String, ageLimit: Int?, hasPIN: Bool, isSelected: Bool, isDefault: Bool) {
    self.name = name
    self.ageLimit = ageLimit
    self.hasPIN = hasPIN
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
            writer.member("has_pin", profile.hasPIN)
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
          .init("has_pin", .boolean("Leaving it needs its PIN.")),
          .init("selected", .boolean("This connection is in it.")),
          .init("default", .boolean("New connections begin in it.")),
        ]), "default first, then by name."))
  ])
}
