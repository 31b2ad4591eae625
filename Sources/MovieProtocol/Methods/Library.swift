import JSONRPC

// The lists of a profile: `watchlist` and `favorites` with their changes.

package enum WatchlistMethod: RPCMethod {
  package static let unwatched = Param(
    "unwatched", .boolean, "true: without those marked as watched; false: those alone.")

  package static let method = Method.list(
    "watchlist", "the titles to watch, with notes", parameters: [.genre, .mediaChoice, unwatched],
    example: ["unwatched": true])
}

package enum FavoritesMethod: RPCMethod {
  package static let method = Method.list(
    "favorites", "the titles liked best", parameters: [.genre, .mediaChoice],
    example: ["media_type": "movie"])
}

package enum WatchlistAddMethod: RPCMethod {
  package static let note = Param("note", .text(0...2000, trimmed: true), "Your words; \"\" takes them away.")
  package static let watched = Param("watched", .boolean, "Marked as watched.")

  package static let method = Method.change(
    "watchlist.add", "put a title on the watchlist",
    "A title that is there already stays as it is, but for what note and watched say.",
    parameters: [note, watched])
}

package enum WatchlistUpdateMethod: RPCMethod {
  package static let method = Method.change(
    "watchlist.update", "change a title's note, or mark it as watched",
    "What is not given stays. A title that is not on the watchlist is `not_found`.",
    parameters: [WatchlistAddMethod.note, WatchlistAddMethod.watched])
}

package enum WatchlistRemoveMethod: RPCMethod {
  package static let method = Method.change(
    "watchlist.remove", "take a title off the watchlist", "Its note and mark go with it.")
}

package enum FavoritesAddMethod: RPCMethod {
  package static let method = Method.change(
    "favorites.add", "make a title a favourite", "A favourite stays one.")
}

package enum FavoritesRemoveMethod: RPCMethod {
  package static let method = Method.change(
    "favorites.remove", "let a title be no favourite any more", "What is no favourite stays none.")
}

package enum FavoritesToggleMethod: RPCMethod {
  package static let method = Method.change(
    "favorites.toggle", "make a title a favourite, or a favourite none",
    "Whatever it is when this is done; entry tells which.")
}

extension Parameter {
  /// Of `watchlist` and `favorites`.
  package static let libraryOrder = Param(
    "sort_by", .order(LibraryField.self), default: SortOrder(.addedAt),
    "A field, with .asc or .desc; titles go up, all else down.")

  /// Of the changes of both lists.
  package static let expectedRevision = Param(
    "if_rev", .integer(0...9_007_199_254_740_991),
    "Only if the entry still has this rev (0: only if there is none), else `conflict`.")
}

extension Method {
  fileprivate static func list(
    _ name: String, _ summary: String, parameters: [Parameter], example: JSONValue
  ) -> Method {
    Method(
      name, summary,
      description: """
        Newest first unless sort_by says otherwise. Each title has its entry. rev counts the changes of the profile's \
        library; topic `library` has the same.
        """,
      parameters: parameters + [.libraryOrder, .page, .pageSize],
      result: LibraryPage.schema, errors: [.notFound, .forbidden, .storageError], example: example)
  }

  fileprivate static func change(
    _ name: String, _ summary: String, _ description: String, parameters: [Parameter] = []
  ) -> Method {
    Method(
      name, summary,
      description: """
        \(description) It is on the disk when this is answered. changed is false where all was so already. A title that is \
        not known yet is fetched first; when that fails nothing is kept.
        """,
      parameters: [.key] + parameters + [.expectedRevision],
      result: LibraryChange.schema,
      errors: [
        .notFound, .conflict, .storageError, .limitExceeded, .forbidden, .upstreamUnavailable,
        .upstreamUnauthorized, .rateLimited,
      ],
      example: ["key": "movie/438631"])
  }
}

/// The parameters of `watchlist` and `favorites`.
package struct LibraryParams: Sendable, Equatable {
  package var list: LibraryList
  package var mediaType: Title.MediaType?
  package var genre: String?
  /// Nil: either.
  package var isUnwatched: Bool?
  package var order = SortOrder(LibraryField.addedAt)
  package var page: Int
  package var pageSize: Int

  package init(_ list: LibraryList, page: Int = 1, pageSize: Int = 20) {
    self.list = list
    self.page = page
    self.pageSize = pageSize
  }

  /// - Parameter arguments: with the settings filled in.
  package init(_ list: LibraryList, _ arguments: Arguments) {
    self.init(list, page: arguments[.page], pageSize: arguments[.pageSize])
    mediaType = arguments[.mediaChoice].mediaType
    genre = arguments[.genre]
    if list == .watchlist { isUnwatched = arguments[WatchlistMethod.unwatched] }
    order = arguments[.libraryOrder]
  }
}
