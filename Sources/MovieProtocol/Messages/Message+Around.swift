package import JSONRPC

/// Of what is around a title: its collection, reviews, and its names elsewhere.
extension Message {
  package static let noCollection = MessageForm<String>("no_collection", "there is no collection {id}")
  package static let noCollectionCalled = MessageForm<String>(
    "no_collection_called", #"no collection is called "{name}""#)
  package static let inNoCollection = MessageForm<String>(
    "in_no_collection", "{key} belongs to no collection")
  package static let theReviews = Message("the_reviews", "the list of reviews")
  package static let theNumber = MessageForm<String>("the_number", "finding {id}")
  package static let notFindable = MessageForm<String>(
    "not_findable", "{id} is neither a number of IMDb, TVDB or Wikidata nor the address of a title")
  package static let isShortLink = MessageForm<String>(
    "is_short_link", "{address} is a short link, which does not tell its title")
  package static let openShortLink = Message(
    "open_short_link", "open it in a browser, and use the address that it leads to")
  package static let collectionIsNoTitle = MessageForm<String>(
    "collection_is_no_title", "{address} is the address of a collection, which is no title")
  package static let seeCollection = Message("see_collection", "see the films of the collection")
  package static let sendNumberOrAddress = Message(
    "send_number_or_address", "use a number like tt1160419, or an address of TMDB, IMDb or Letterboxd")
  package static let aDay = Message("a_day", "a date like 2026-11-21")
  package static let days = Message("days", "dates like 2026-11-21")
  package static let filmsOnly = MessageForm<MessageParameter>("films_only", "{param} is for films only")
  package static let seriesOnly = MessageForm<MessageParameter>("series_only", "{param} is for series only")

  static let aroundForms: [any MessageTemplate] = [
    noCollection, noCollectionCalled, inNoCollection, theReviews, theNumber, notFindable, isShortLink,
    openShortLink, collectionIsNoTitle, seeCollection, sendNumberOrAddress, aDay, days, filmsOnly, seriesOnly,
  ]
}
