/// What is said of a list of the user that has nothing to show.
package struct EmptyList: Sendable {
  package let text: String
  /// Of a part of the list.
  ///
  /// - Parameter place: of the page, if it is not the first.
  package let nothingFound: @Sendable (_ place: String) -> String

  package static var watchlist: EmptyList {
    EmptyList(
      text: localized("the watchlist is empty"),
      nothingFound: { localized("nothing found on the watchlist\($0)") })
  }
  package static var favorites: EmptyList {
    EmptyList(
      text: localized("the list of favourites is empty"),
      nothingFound: { localized("nothing found on the list of favourites\($0)") })
  }
  package static var downloads: EmptyList {
    EmptyList(
      text: localized("there are no downloads"), nothingFound: { localized("no such download\($0)") })
  }
}
