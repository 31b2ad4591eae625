package import JSONRPC

/// Of seasons and episodes.
extension Message {
  package static let noSeason = MessageForm<String, Int>("no_season", "{key} has no season {number}")
  package static let filmHasNoSeasons = MessageForm<String>(
    "film_has_no_seasons", "{title} is a film and has no seasons")
  package static let seeFilm = Message("see_film", "see the facts about the film")
  package static let theEpisodes = Message("the_episodes", "the list of episodes")
  package static let seeSeasons = Message("see_seasons", "see the seasons that the series has")

  static let seasonsForms: [any MessageTemplate] = [
    noSeason, filmHasNoSeasons, seeFilm, theEpisodes, seeSeasons,
  ]
}
