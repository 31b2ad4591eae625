import MovieProtocol
import MovieSources

/// What a profile with an age limit may see.
struct AgeRestriction: Equatable, Sendable {
  /// Years.
  var limit: Int
  /// Whose certificates count, and no other country's: what one shows to children another does not.
  var region: String
  var showsUnknown: Bool

  /// What upstream may leave out by itself: all else than what the region has certified.
  var filter: AgeLimit? { showsUnknown ? nil : AgeLimit(years: limit, country: region) }

  /// The region has said something.
  func knows(_ certificates: [String: String]?) -> Bool { certificates?[region] != nil }

  /// - Parameter certificates: by country, in the words of those who gave them; nil: nobody knows any.
  func admits(_ certificates: [String: String]?) -> Bool {
    guard let word = certificates?[region], let age = Certifications.age(word, in: region) else {
      return showsUnknown
    }
    return age <= limit
  }
}
