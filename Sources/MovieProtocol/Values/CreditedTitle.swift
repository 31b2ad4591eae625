/// What a person did in a title. Of several parts or jobs the names are joined: `Director, Writer`.
package struct Credit: Sendable, Equatable {
  /// Of the cast.
  package var character: String?
  /// Of the crew.
  package var job: String?
  package var department: String
  /// Of a series.
  package var episodeCount: Int?

  package init(department: String, character: String? = nil, job: String? = nil, episodeCount: Int? = nil) {
    (self.department, self.character, self.job) = (department, character, job)
    self.episodeCount = episodeCount
  }
}

extension Credit: JSONObject {
  package static let shape = Shape<Self>("Credit") {
    Member("character", \.character, "Of the cast; several are joined with a slash.")
    Member("job", \.job, "Of the crew: Director, Writer; several are joined with a comma.")
    Member("department", \.department, "Acting for the cast; else Directing, Writing ...")
    Member("episode_count", \.episodeCount, "Of a series; null if unknown.")
  }
}

/// A title with what a person did in it.
package struct CreditedTitle: Sendable, Equatable {
  package var title: Title
  package var credit: Credit

  package init(_ title: Title, _ credit: Credit) { (self.title, self.credit) = (title, credit) }
}

extension CreditedTitle: JSONObject {
  package static let shape = Shape<Self>("CreditedTitle", isSelective: true) {
    Member(of: \.title)
    Member("credit", \.credit, "What the person did in it.")
  }

  /// The answer of `person.credits`.
  package static let page = Shape<Page<CreditedTitle>>("CreditedTitlePage") {
    Page.members()
    Member.meta
  }
}
