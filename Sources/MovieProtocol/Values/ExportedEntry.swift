package import JSONRPC

/// One thing a profile owns, as `library.export` reports it.
///
///     {"kind":"watchlist","key":"movie/438631","imdb_id":"tt1160419","title":{Title without on},
///      "added_at":"2026-11-21T09:30:00Z","note":"","watched":false,"watched_at":null}
///     {"kind":"favorites","key":...,"imdb_id":...,"title":{...},"added_at":...}
///     {"kind":"search","term":"dune","searched_at":"2026-11-21T09:30:00Z","count":2,"total_results":4}
///     {"kind":"settings","name":"region","value":"DE"}
///     {"kind":"follow","key":"person/525","name":"Christopher Nolan",...,"added_at":"2026-11-21T09:30:00Z"}
package enum ExportedEntry: Sendable, Equatable {
  case setting(ExportedSetting)
  case title(ExportedTitle)
  case search(SearchTerm)
  case followed(FollowedPerson)
}

extension ExportedEntry: JSONConvertible {
  package func write(into writer: inout JSONWriter) {
    switch self {
    case .setting(let setting): setting.write(into: &writer)
    case .title(let title) where title.list == .watchlist: ExportedTitle.watchlist.write(title, into: &writer)
    case .title(let title): ExportedTitle.favorites.write(title, into: &writer)
    case .search(let search): Self.search.write(search, into: &writer)
    case .followed(let person): Self.followed.write(person, into: &writer)
    }
  }

  package static func schema(_ about: String) -> Schema {
    shape.meaning(about)
  }

  private static let shape = Schema.NamedSchema(
    "ExportedEntry",
    .oneOf(
      [
        ExportedSetting.schema, ExportedTitle.watchlist.schema, ExportedTitle.favorites.schema, search.schema,
        followed.schema,
        .object("ExportedOther") {
          Field(
            "kind",
            .other(than: "^(settings|watchlist|favorites|search|follow)$", "A kind of a later version."))
        },
      ], "One thing that the profile owns; `kind` says what it is."))

  fileprivate static let aboutKind = "What it is."

  private static let search = Shape<SearchTerm>("ExportedSearch") {
    Member("kind", is: "search", aboutKind)
    SearchTerm.shape.members
  }

  private static let followed = Shape<FollowedPerson>("ExportedPerson") {
    Member("kind", is: "follow", aboutKind)
    FollowedPerson.shape.members
  }
}

package struct ExportedSetting: Sendable, Equatable {
  package var name: String
  package var value: JSONValue

  /// A setting as it is stored; nil if it is not a profile's own, or is a secret.
  package init?(name: String, json: String) {
    guard let setting = Setting.named(name), setting.permission == .profile, !setting.isSecret,
      let value = try? JSONValue(parsing: json)
    else { return nil }
    (self.name, self.value) = (name, value)
  }
}

extension ExportedSetting: JSONObject {
  package static let shape = Shape<Self>("ExportedSetting") {
    Member("kind", is: "settings", ExportedEntry.aboutKind)
    Member("name", \.name, "Name of the setting.")
    Member("value", \.value, "The value set for this profile.")
  }
}

package struct ExportedTitle: Sendable, Equatable {
  package var list: LibraryList
  package let key: TitleKey
  /// Nil: an age limit hides it.
  package var title: Title?
  package var imdbID: String?
  package var entry: LibraryEntry

  package init(_ list: LibraryList, _ title: Title, imdbID: String?, _ entry: LibraryEntry) {
    (self.list, self.key, self.title) = (list, title.key, title)
    (self.imdbID, self.entry) = (imdbID, entry)
  }

  static let watchlist = Shape<Self>("ExportedWatchlistTitle") {
    Member("kind", is: LibraryList.watchlist.rawValue, ExportedEntry.aboutKind)
    members
    Member("note", \.entry.note, "The user's note.")
    Member("watched", \.entry.isWatched, "Marked as watched.")
    Member("watched_at", \.entry.watchedOn, "When it was watched or marked; null also if that is unknown.")
  }

  static let favorites = Shape<Self>("ExportedFavorite") {
    Member("kind", is: LibraryList.favorites.rawValue, ExportedEntry.aboutKind)
    members
  }

  private static let members: [Member<ExportedTitle>] = [
    Member("key", \.key, "Names the title everywhere."),
    Member("imdb_id", \.imdbID, "IMDb's number, such as tt1160419."),
    Member("title", \.title, in: Title.factsShape, "The title; null: an age limit hides it."),
    Member("added_at", \.entry.addedAt, "When it was added to the list."),
  ]
}
