/// `sort_by`: a field and a direction. Titles ascend by default, everything else descends.
package struct SortOrder<Field: SortField>: Sendable, Equatable {
  package var field: Field
  package var isAscending: Bool

  package init(_ field: Field, isAscending: Bool? = nil) {
    self.field = field
    self.isAscending = isAscending ?? Self.ascends(field)
  }

  /// `vote_average`, `vote_average.asc`
  package init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard let field = parts.first.flatMap({ Field(rawValue: String($0)) }), parts.count <= 2 else {
      return nil
    }
    switch parts.dropFirst().first {
    case nil: self.init(field)
    case "asc": self.init(field, isAscending: true)
    case "desc": self.init(field, isAscending: false)
    default: return nil
    }
  }

  package var text: String {
    isAscending == Self.ascends(field) ? field.rawValue : field.rawValue + (isAscending ? ".asc" : ".desc")
  }

  /// All valid spellings.
  package static var spellings: [String] {
    Field.allCases.flatMap { [$0.rawValue, $0.rawValue + ".asc", $0.rawValue + ".desc"] }
  }

  private static func ascends(_ field: Field) -> Bool { field.rawValue == "title" }
}

package protocol SortField: RawRepresentable<String>, CaseIterable, Sendable, Equatable {}

/// The fields of `browse`.
package enum BrowseField: String, SortField {
  case popularity
  case voteAverage = "vote_average"
  case voteCount = "vote_count"
  case releaseDate = "release_date"
  case title, revenue
}

/// The fields of `watchlist` and `favorites`.
package enum LibraryField: String, SortField {
  case addedAt = "added_at"
  case title
  case releaseDate = "release_date"
  case voteAverage = "vote_average"
  case voteCount = "vote_count"
  case popularity
}
