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
  package static let shape = Shape<Self>("WatchlistTitle", isSelective: true) {
    Member(of: \.title)
    Member("entry", \.entry, "What the profile stored about it.")
  }

  package static let favorite = Shape<Self>("FavoriteTitle", isSelective: true) {
    Member(of: \.title)
    Member("entry", \.entry, in: LibraryEntry.favorite, "What the profile stored about it.")
  }

  /// A title of a list.
  package static func shape(_ list: LibraryList) -> Shape<Self> { list == .watchlist ? shape : favorite }
}

/// A page of a list of the library, without its `meta`.
///
///     {"rev":"42","version":42,"results":[WatchlistTitle, ...],"page":1,...}
package struct LibraryPage: Sendable, Equatable {
  /// Of the library.
  package var revision: Int
  package var results: [LibraryTitle]
  package var count: PageCount

  package init(revision: Int, results: [LibraryTitle], _ count: PageCount) {
    (self.revision, self.results, self.count) = (revision, results, count)
  }

  package static func shape(_ list: LibraryList) -> Shape<Self> { list == .watchlist ? shape : favorites }
}

extension LibraryPage: JSONObject {
  package static let shape = Shape<Self>("WatchlistPage") { members(.watchlist) }
  private static let favorites = Shape<Self>("FavoritesPage") { members(.favorites) }

  @MembersBuilder<Self> private static func members(_ list: LibraryList) -> [Member<Self>] {
    Member("rev", \.revision, TitlePage.aboutRevision) { String($0) }
    Member("version", \.revision, "The library's version: as in the topic library and in entries.")
    Member("results", \.results, in: LibraryTitle.shape(list), Page<LibraryTitle>.aboutResults)
    Member(of: \.count)
    Member.meta
  }
}

/// The answer to a change of a list.
package struct LibraryChange: Sendable, Equatable {
  package var isChanged: Bool
  /// Of the library.
  package var revision: Int
  /// Nil: it is on no list of the profile and nothing was changed, or an age limit hides it.
  package var title: LibraryTitle?
  /// Titles on the list after the change.
  package var total: Int

  package init(isChanged: Bool, revision: Int, title: LibraryTitle?, total: Int) {
    (self.isChanged, self.revision, self.title, self.total) = (isChanged, revision, title, total)
  }

  package static func shape(_ list: LibraryList) -> Shape<Self> { list == .watchlist ? shape : favorites }
}

extension LibraryChange: JSONObject {
  package static let shape = Shape<Self>("WatchlistChange") { members(.watchlist) }
  private static let favorites = Shape<Self>("FavoritesChange") { members(.favorites) }

  @MembersBuilder<Self> private static func members(_ list: LibraryList) -> [Member<Self>] {
    Member("changed", \.isChanged, "false: nothing had to change.")
    Member("version", \.revision, "The library's version after the change.")
    Member(
      "item", \.title, in: LibraryTitle.shape(list),
      "The title; null if it is on no list and nothing was changed, or if an age limit hides it.")
    Member("total_results", \.total, "Titles on the list after the change.")
  }
}
