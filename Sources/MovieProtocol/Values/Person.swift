/// A person as lists show them. Names are TMDB's
/// (https://developer.themoviedb.org/reference/search-person).
package struct Person: Sendable, Equatable {
  /// Nil if only the name is known.
  package var key: PersonKey?
  package var name: String
  package var originalName: String?
  /// `Acting`, `Directing` ...
  package var knownForDepartment: String?
  package var profilePath: String?
  /// Comparable only within one answer.
  package var popularity: Double?
  /// Not on the wire.
  package var isAdult = false

  package init(_ key: PersonKey?, name: String) { (self.key, self.name) = (key, name) }

  package var id: Int? { key?.id }
}

extension Person: JSONObject {
  package static let shape = Shape<Self>("Person") {
    Member("key", \.key, "person/N with TMDB's number; null if only the name is known.")
    Member("id", \.id, "TMDB's number; null if only the name is known.")
    Member("name", \.name, "Name of the person.")
    Member("original_name", \.originalName, "In the person's own script; null if unknown.")
    Member("known_for_department", \.knownForDepartment, "Acting, Directing, Writing ...")
    Member("profile_path", \.profilePath, "TMDB's path of a picture.")
    Member("popularity", \.popularity, "Comparable within one answer only.")
  }

  /// In lists of something else.
  package static let named = Shape<Self>("PersonName") {
    Member("key", \.key, "person/N with TMDB's number; null if only the name is known.")
    Member("name", \.name, "Name of the person.")
  }

  /// What tells one person from others of the name.
  package static let candidate = Shape<Self>("PersonCandidate") {
    Member("key", \.key, "Key of the person; null if only the name is known.")
    Member("name", \.name, "Name of the person.")
    Member("known_for_department", \.knownForDepartment, "Acting, Directing, Writing ...")
  }

  /// The answer of `people`.
  package static let page = Shape<Page<Person>>("PersonPage") {
    Page.members("In TMDB's order; without a key those of the best-known titles first.")
    Member.meta
  }
}

/// Everything about one person.
package struct PersonDetail: Sendable, Equatable {
  package var person: Person
  package var biography: String?
  package var birthday: String?
  package var deathday: String?
  package var placeOfBirth: String?
  package var alsoKnownAs: [String] = []
  package var homepage: String?
  package var imdbID: String?
  package var knownFor: [Title] = []
  /// Only local data was available.
  package var isPartial = false

  package init(_ person: Person) { self.person = person }

  package static let maxKnownFor = 12
}

extension PersonDetail: JSONObject {
  package static let shape = Shape<Self>("PersonDetail") {
    Member(of: \.person)
    Member("biography", \.biography, "In the language, or in English.")
    Member("birthday", \.birthday, .day, "1970-07-30.")
    Member("deathday", \.deathday, .day, "null for the living and if unknown.")
    Member("place_of_birth", \.placeOfBirth, "As TMDB has it.")
    Member("also_known_as", \.alsoKnownAs, "Other names; at most 20.", each: "A name.")
    Member("homepage", \.homepage, "A URL.")
    Member("imdb_id", \.imdbID, "nm0634240.")
    Member("known_for", \.knownFor, "The titles with most votes; at most 12.")
    Member("partial", \.isPartial, "The answer has local facts only.")
    Member.meta
  }
}
