/// The state of topic `library`.
package enum LibraryTopicState {
  package typealias Change = (key: TitleKey, userState: Title.UserState, revision: Int)

  package static let shape = Shape<
    (watchlist: Int, unwatched: Int, favorites: Int, changed: [Change]?)
  >("LibraryState") {
    Member("watchlist", \.watchlist, "Titles on the watchlist.")
    Member("unwatched", \.unwatched, "Titles on the watchlist not marked as watched.")
    Member("favorites", \.favorites, "Favourites.")
    Member(
      "changes", \.changed, in: change,
      "Changes since the last event; [] in the reply to subscribe. null: more than 100, or some were "
        + "dropped; read the lists again.")
  }

  private static let change = Shape<Change>("TitleChange") {
    Member("key", \.key, "Key of the title.")
    Member("user_state", \.userState, Title.UserState.about)
    Member("version", \.revision, "The library's version at its last change.")
  }
}
