import MovieProtocol
import MovieSources

/// The age limit of a profile and its rules.
struct AgeRestriction: Hashable, Sendable {
  /// Years.
  var limit: Int
  /// The only country whose certificates count: countries rate films differently.
  var region: String
  var showsUnknown: Bool

  /// The filter for upstream to apply: only titles that the region has certified within the limit.
  var filter: AgeLimit? { showsUnknown ? nil : AgeLimit(years: limit, country: region) }

  /// The region has a certificate.
  func knows(_ certificates: [String: String]?) -> Bool { certificates?[region] != nil }

  /// - Parameter certificates: by country, in the country's own terms; nil: none are known.
  func admits(_ certificates: [String: String]?) -> Bool {
    guard let word = certificates?[region], let age = Certifications.age(word, in: region) else {
      return showsUnknown
    }
    return age <= limit
  }
}
