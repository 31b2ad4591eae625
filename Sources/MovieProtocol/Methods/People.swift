package import JSONRPC

package enum PeopleMethod: RPCMethod {
  package static let q = Param(
    "q", .text(1...200, trimmed: true), "A name, or a part of one; without it the popular people.")

  package static let method = Method(
    "people", "find people by name, or list the popular ones",
    description: """
      Without a TMDB key these are the directors and actors of the catalogue, of whom only the names are \
      known; people then have no key, and person takes the name. Words that nobody is called are looked for with \
      a few other letters, which `meta.corrected` tells.
      """,
    parameters: [q, .page, .pageSize],
    aboutTitles: true,
    result: Person.page.schema,
    example: ["q": "nolan"])
}

package enum PersonMethod: RPCMethod {
  package static let key = Param("key", .personKey, "The person: person/525.")
  package static let name = Param(
    "name", .text(1...200, trimmed: true),
    "In place of key: words of the name, for the best match, or the address of a person at TMDB.")

  package static let method = Method(
    "person", "show all facts about one person",
    description: """
      known_for has the titles with most votes in the department that the person is known for, without those \
      in which somebody appears as themselves. partial: only what the catalogue has, the name and the titles. \
      A name that nobody has is looked for with a few other letters, which `meta.corrected` tells.
      """,
    parameters: [key, name],
    alternatives: [key, name],
    aboutTitles: true,
    result: PersonDetail.shape.schema,
    example: ["key": "person/525"])
}

package enum PersonCreditsMethod: RPCMethod {
  package static let department = Param(
    "department", .text(1...60, trimmed: true), "Only this department or job: Directing, acting, Director.")
  package static let unseen = Param(
    "unseen", .boolean, default: false, "Only titles that the profile has not marked as watched.")
  package static let unlisted = Param(
    "unlisted", .boolean, default: false, "Only titles that are on no list of the profile.")
  package static let sortBy = Param(
    "sort_by", .order(CreditField.self), default: SortOrder(.releaseDate),
    "A field, with .asc or .desc. Titles sort up, other fields down.")

  package static let method = Method(
    "person.credits", "list the titles of one person",
    description: """
      Each title is listed once, with all that the person did in it. Titles without a value to sort by come \
      last. A name that is misspelt is corrected, as in person.
      """,
    parameters: [
      PersonMethod.key, PersonMethod.name, department, .mediaChoice, unseen, sortBy, .page, .pageSize,
      .titleFields, unlisted,
    ],
    alternatives: [PersonMethod.key, PersonMethod.name],
    aboutTitles: true,
    result: CreditedTitle.page.schema,
    example: ["key": "person/525", "department": "Directing"])
}

/// The fields of `person.credits`.
package enum CreditField: String, SortField {
  case releaseDate = "release_date"
  case title
  case voteAverage = "vote_average"
  case voteCount = "vote_count"
  case popularity
}

/// The person that a request is about.
package enum PersonChoice: Sendable, Equatable {
  case key(PersonKey)
  case name(String)

  package init(_ arguments: Arguments) throws(RPCError) {
    try self.init(arguments[PersonMethod.key], arguments[PersonMethod.name])
  }

  /// Exactly one of them is given. A key or an address in place of the name is one as well.
  package init(_ key: PersonKey?, _ name: String?) throws(RPCError) {
    if let key {
      self = .key(key)
    } else if let name {
      self = PersonAddress.key(name).map { .key($0) } ?? .name(name)
    } else {
      throw RPCError(.internalError, .namesNoTitle)
    }
  }

  /// As a message repeats it.
  package var text: String {
    switch self {
    case .key(let key): key.text
    case .name(let name): Spelling.shortened(name)
    }
  }
}

/// A person as other programs and pages name it.
package enum PersonAddress {
  /// The key itself, or that of `https://www.themoviedb.org/person/525-christopher-nolan`; nil for any other
  /// text.
  package static func key(_ text: String) -> PersonKey? {
    PersonKey(text) ?? TitleAddress.tmdbPath(text).flatMap { PersonKey($0) }
  }
}

/// The parameters of `person.credits`, with the settings filled in.
package struct CreditsParams: Sendable, Equatable {
  package var department: String?
  package var mediaType: Title.MediaType?
  package var isUnseen: Bool
  package var isUnlisted: Bool
  package var sortBy: SortOrder<CreditField>
  package var page: Int
  package var pageSize: Int

  package init(_ arguments: Arguments) {
    department = arguments[PersonCreditsMethod.department]
    mediaType = arguments[.mediaChoice].mediaType
    isUnseen = arguments[PersonCreditsMethod.unseen]
    isUnlisted = arguments[PersonCreditsMethod.unlisted]
    sortBy = arguments[PersonCreditsMethod.sortBy]
    (page, pageSize) = (arguments[.page], arguments[.pageSize])
  }
}

extension ValueType where Value == PersonKey {
  package static var personKey: Self {
    Self(type: .form(.personKey), read: { $0.text.flatMap { PersonKey($0) } }, write: { .text($0.text) })
  }
}

extension TextForm {
  package static let personKey = TextForm(
    demand: .aPersonKey, plural: .personKeys, pattern: "^person/[1-9][0-9]{0,14}$"
  ) { PersonKey($0) != nil }
}
