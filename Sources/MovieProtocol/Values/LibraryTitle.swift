/// A title with what the profile stored about it.
package struct LibraryTitle: Sendable, Equatable {
  package var title: Title
  package var entry: LibraryEntry?

  package init(_ title: Title, _ entry: LibraryEntry?) {
    self.title = title
    self.entry = entry
  }
}

extension LibraryTitle: JSONObject {
  package static let shape = Shape<Self>("LibraryTitle") {
    Member(of: \.title)
    Member("entry", \.entry)
  }
}

/// A page of a list of the library, without its `meta`.
///
///     {"rev":42,"results":[LibraryTitle, ...],"page":1,...}
package struct LibraryPage: Sendable, Equatable {
  package var revision: Int
  package var results: [LibraryTitle]
  package var count: PageCount

  package init(revision: Int, results: [LibraryTitle], _ count: PageCount) {
    (self.revision, self.results, self.count) = (revision, results, count)
  }
}

extension LibraryPage: JSONObject {
  package static let shape = Shape<Self>("LibraryPage") {
    Member(
      "rev", \.revision,
      "Counts the changes of the profile's library. If it differs on a later page, start again.")
    Member("results", \.results, Page<LibraryTitle>.aboutResults)
    Member(of: \.count)
    Member.meta
  }
}

/// The answer to a change of a list.
package struct LibraryChange: Sendable, Equatable {
  package var isChanged: Bool
  package var revision: Int
  /// Nil: it is on no list of the profile and nothing was changed, or an age limit hides it.
  package var title: LibraryTitle?
  /// Titles on the list after the change.
  package var total: Int

  package init(isChanged: Bool, revision: Int, title: LibraryTitle?, total: Int) {
    (self.isChanged, self.revision, self.title, self.total) = (isChanged, revision, title, total)
  }
}

extension LibraryChange: JSONObject {
  package static let shape = Shape<Self>("LibraryChange") {
    Member("changed", \.isChanged, "false: nothing had to change.")
    Member("rev", \.revision, "The library's rev after the change.")
    Member("title", \.title)
    Member("total_results", \.total, "Titles on the list after the change.")
  }
}
