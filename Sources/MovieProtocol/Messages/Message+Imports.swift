package import JSONRPC

/// Why rows of a file were not imported.
extension Message {
  package static let noTitleOfName = Message("no_title_of_name", "there is no title of that name")
  package static let titlesOfName = MessageForm<Int>("titles_of_name", "{count} titles have this name")
  package static let titlesOfNameAre = MessageForm<Int, [String]>(
    "titles_of_name_are", "{count} titles have this name: {keys}")
  package static let tmdbMayKnowIt = Message("tmdb_may_know_it", "TMDB may know it, but no key is set")
  package static let tmdbUnreachableForTitle = Message(
    "tmdb_unreachable_for_title", "TMDB cannot be reached, and no other source knows it")
  package static let tmdbUnreachableForAge = Message(
    "tmdb_unreachable_for_age", "its certificate is unknown, since TMDB cannot be reached")
  package static let ageLimitForbids = Message(
    "age_limit_forbids", "the age limit of the profile does not allow it")
  package static let removedDuringImport = Message(
    "removed_during_import", "it was removed from the library during the import")
  package static let rowNotJSON = MessageForm<String>("row_not_json", "no JSON: {reason}")
  package static let itemTooLong = MessageForm<Int>("item_too_long", "the item is longer than {max} bytes")
  package static let itemOfNoKind = Message("item_of_no_kind", "the item is neither a film nor a series")
  package static let itemOfNoList = Message(
    "item_of_no_list", "collected, hidden and commented titles cannot be imported")
  package static let itemWithoutTitle = Message("item_without_title", "the item has neither a title nor ids")
  package static let onlyWholeSeries = Message(
    "only_whole_series", "seasons and episodes cannot be imported, only whole series")
  package static let entryWithoutKind = Message("entry_without_kind", "the entry has no kind")
  package static let entryOfUnknownKind = MessageForm<String>(
    "entry_of_unknown_kind", #"unknown kind of entry "{kind}""#)
  package static let keyOfNoTitle = Message("key_of_no_title", "key is not a title's key")
  package static let personWithoutName = Message(
    "person_without_name", "the person has no name, or a key that is none")
  package static let searchWithoutTerm = Message("search_without_term", "the search has no term or no date")
  package static let noSettingOfProfile = Message(
    "no_setting_of_profile", "a profile has no setting of that name")
  package static let valueMustBe = MessageForm<String, Message>("value_must_be", "{name} must be {demand}")
  package static let rowWithoutName = Message("row_without_name", "the row has no name")
  package static let peopleNotImported = Message("people_not_imported", "people cannot be imported")
  package static let gamesNotImported = Message("games_not_imported", "games cannot be imported")
  package static let podcastsNotImported = Message("podcasts_not_imported", "podcasts cannot be imported")
  package static let episodesNotImported = Message(
    "episodes_not_imported", "episodes cannot be imported, only whole series")
  package static let idNotOfIMDb = Message("id_not_of_imdb", "Const is not an id like tt0111161")
  package static let quoteOpen = Message("quote_open", "a quote is not closed")
  package static let quoteFollowed = Message("quote_followed", "unexpected text after a closing quote")
  package static let rowTooLong = MessageForm<Int>("row_too_long", "the row is longer than {max} bytes")
  package static let rowOfManyFields = MessageForm<Int>(
    "row_of_many_fields", "the row has more than {max} fields")
  package static let rowNotUTF8 = Message("row_not_utf8", "the row is not UTF-8")
  package static let rowWithNUL = Message("row_with_nul", "the row contains a NUL")

  static let importsForms: [any MessageTemplate] = [
    noTitleOfName, titlesOfName, titlesOfNameAre, tmdbMayKnowIt, tmdbUnreachableForTitle,
    tmdbUnreachableForAge, ageLimitForbids, removedDuringImport, rowNotJSON, itemTooLong, itemOfNoKind,
    itemOfNoList, itemWithoutTitle, onlyWholeSeries, entryWithoutKind, entryOfUnknownKind, keyOfNoTitle,
    personWithoutName, searchWithoutTerm,
    noSettingOfProfile, valueMustBe, rowWithoutName, peopleNotImported, gamesNotImported, podcastsNotImported,
    episodesNotImported, idNotOfIMDb, quoteOpen, quoteFollowed, rowTooLong, rowOfManyFields, rowNotUTF8,
    rowWithNUL,
  ]
}
