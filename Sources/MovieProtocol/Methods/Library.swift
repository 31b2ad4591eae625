import JSONRPC

// The lists of a profile: `watchlist` and `favorites` with their changes.

package enum WatchlistMethod: RPCMethod {
  package static let watched = Param(
    "watched", .boolean, "true: only watched titles; false: only titles that are not watched.")

  package static let method = Method.list(
    .watchlist, "list the titles to watch, with notes", parameters: [.words, .genre, .mediaChoice, watched],
    example: ["watched": false])
}

package enum FavoritesMethod: RPCMethod {
  package static let method = Method.list(
    .favorites, "list the favourites", parameters: [.words, .genre, .mediaChoice],
    example: ["media_type": "movie"])
}

package enum WatchlistAddMethod: RPCMethod {
  package static let note = Param("note", .text(0...2000, trimmed: true), "Your note; \"\" removes it.")
  package static let watched = Param("watched", .boolean, "Marked as watched.")

  package static let method = Method.change(
    .watchlist, "add", "put a title on the watchlist",
    "For a title already on the watchlist, only note and watched are changed, as far as they are given.",
    parameters: [note, watched])
}

package enum WatchlistUpdateMethod: RPCMethod {
  package static let method = Method.change(
    .watchlist, "update", "change a title's note, or mark it as watched",
    "Parameters left out keep their values. A title that is not on the watchlist is `not_found`.",
    parameters: [WatchlistAddMethod.note, WatchlistAddMethod.watched])
}

package enum WatchlistRemoveMethod: RPCMethod {
  package static let method = Method.change(
    .watchlist, "remove", "take a title off the watchlist",
    """
    Its note and its watched mark are removed, and entry is null. A title that is not there is no error: changed is \
    false, and item is null unless another list has it.
    """)
}

package enum FavoritesAddMethod: RPCMethod {
  package static let method = Method.change(
    .favorites, "add", "add a title to the favourites", "A title already there stays as it is.")
}

package enum FavoritesRemoveMethod: RPCMethod {
  package static let method = Method.change(
    .favorites, "remove", "remove a title from the favourites", "A title that is not there stays as it is.")
}

package enum FavoritesToggleMethod: RPCMethod {
  package static let method = Method.change(
    .favorites, "toggle", "toggle a favourite",
    "Adds the title, or removes it if it is there; entry is null if it was removed.")
}

extension Parameter {
  /// Of `watchlist` and `favorites`.
  package static let words = Param(
    "q", .text(1...200, trimmed: true),
    "Only titles with these words, as in search; the last may be incomplete.")
  package static let libraryOrder = Param(
    "sort_by", .order(LibraryField.self), default: SortOrder(.addedAt),
    "A field, with .asc or .desc. Titles sort up, other fields down.")

  package static let libraryFields = Param.fields(of: LibraryTitle.shape)

  /// Of the changes of both lists.
  package static let expectedRevision = Param(
    "if_version", .integer(0...9_007_199_254_740_991),
    "Change the entry only if it still has this version (0: only if there is none), else `conflict`.")
}

extension Method {
  fileprivate static func list(
    _ list: LibraryList, _ summary: String, parameters: [Parameter], example: JSONValue
  ) -> Method {
    Method(
      list.rawValue, summary,
      description: """
        Newest first, unless sort_by is given. Each title has its entry. version counts the changes of the \
        profile's library; topic `library` has the same number. \
        Titles are shown from the library, so also without a network, in the language of the setting; where it \
        lacks their texts, in another one until they are fetched in the background. A title that TMDB has deleted \
        stays, and is gone.
        """,
      parameters: parameters + [.libraryOrder, .page, .pageSize, .libraryFields],
      result: LibraryPage.shape(list).schema, errors: [.notFound, .forbidden, .storageError], example: example
    )
  }

  fileprivate static func change(
    _ list: LibraryList, _ verb: String, _ summary: String, _ description: String,
    parameters: [Parameter] = []
  ) -> Method {
    Method(
      "\(list.rawValue).\(verb)", summary,
      description: """
        \(description) The answer is sent when the change is on disk. changed is false if nothing changed. A \
        title that is not known yet is fetched first; if that fails, nothing changes. item is null if the \
        profile's age limit hides it. A `conflict` of if_version has the present version and entry, 0 and \
        null if there is none.
        """,
      parameters: [.key] + parameters + [.expectedRevision, .titleName],
      alternatives: [.key, .titleName],
      result: LibraryChange.shape(list).schema,
      errors: [
        .notFound, .ambiguous, .conflict, .storageError, .limitExceeded, .forbidden, .upstreamUnavailable,
        .upstreamUnauthorized, .rateLimited,
      ],
      example: ["key": "movie/438631"])
  }
}

/// The parameters of `watchlist` and `favorites`.
package struct LibraryParams: Sendable, Equatable {
  package var list: LibraryList
  package var mediaType: Title.MediaType?
  /// Words of the titles; nil: any.
  package var q: String?
  package var genre: String?
  /// Nil: either.
  package var isWatched: Bool?
  package var order = SortOrder(LibraryField.addedAt)
  package var page: Int
  package var pageSize: Int

  package init(_ list: LibraryList, page: Int = 1, pageSize: Int = 20) {
    (self.list, self.page, self.pageSize) = (list, page, pageSize)
  }

  /// - Parameter arguments: with the settings filled in.
  package init(_ list: LibraryList, _ arguments: Arguments) {
    self.init(list, page: arguments[.page], pageSize: arguments[.pageSize])
    mediaType = arguments[.mediaChoice].mediaType
    q = arguments[.words]
    genre = arguments[.genre]
    if list == .watchlist { isWatched = arguments[WatchlistMethod.watched] }
    order = arguments[.libraryOrder]
  }
}
