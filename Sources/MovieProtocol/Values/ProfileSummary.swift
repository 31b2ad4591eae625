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
  package var unlockExpiresAt: Timestamp?
  /// The requesting connection uses it.
  package var isSelected: Bool
  /// New connections start in it.
  package var isDefault: Bool

  package init(
    name: String, ageLimit: Int?, ageRegion: String?, hasPIN: Bool, isLocked: Bool,
    unlockExpiresAt: Timestamp?,
    isSelected: Bool, isDefault: Bool
  ) {
    (self.name, self.ageLimit, self.ageRegion) = (name, ageLimit, ageRegion)
    (self.hasPIN, self.isLocked, self.unlockExpiresAt) = (hasPIN, isLocked, unlockExpiresAt)
    (self.isSelected, self.isDefault) = (isSelected, isDefault)
  }
}

extension ProfileSummary: JSONObject {
  package static let shape = Shape<Self>("Profile") {
    Member("name", \.name, "The profile's name.")
    Member("age_limit", \.ageLimit, "Years; titles certified for a higher age are hidden.")
    Member("age_region", \.ageRegion, "The country whose certificates the age limit uses.")
    Member("has_pin", \.hasPIN, "Entering it requires its PIN.")
    Member("locked", \.isLocked, "This connection must send its PIN to enter it.")
    Member("unlock_expires_at", \.unlockExpiresAt, "Until then no program of the user needs the PIN; UTC.")
    Member("selected", \.isSelected, "This connection uses it.")
    Member("default", \.isDefault, "New connections use it.")
  }

  /// The topic: what is the same for every connection. `{"profiles":[...]}`
  package static let shared = Shape<[ProfileSummary]>("SharedProfiles") {
    Member("profiles", \.self, in: sharedRow, "default first, then by name.")
  }

  package static let sharedRow = Shape<Self>("SharedProfile") {
    Member("name", \.name, "The profile's name.")
    Member("age_limit", \.ageLimit, "Years; titles certified for a higher age are hidden.")
    Member("age_region", \.ageRegion, "The country whose certificates the age limit uses.")
    Member("has_pin", \.hasPIN, "Entering it requires its PIN.")
    Member("locked", \.isLocked, "A connection that has not sent its PIN must send it to enter it.")
    Member("unlock_expires_at", \.unlockExpiresAt, "Until then no program of the user needs the PIN; UTC.")
    Member("default", \.isDefault, "New connections use it.")
  }

  /// `{"profiles":[...]}`
  package static let list = Shape<[ProfileSummary]>("Profiles") {
    Member("profiles", \.self, "default first, then by name.")
  }
}
