package import JSONRPC

/// How the catalogue and the account do.
extension Message {
  package static let catalogueOpening = Message("catalogue_opening", "the catalogue is being opened")
  package static let catalogueTitles = MessageForm<Int>("catalogue_titles", "{count} titles")
  package static let catalogueAsOf = MessageForm<Int, String>(
    "catalogue_as_of", "{count} titles, as of {day}")
  package static let catalogueWithExport = MessageForm<Message, String>(
    "catalogue_with_export", "{catalogue}, with TMDB's export of {day}")
  package static let catalogueFetching = MessageForm<Message, Int>(
    "catalogue_fetching", "{catalogue}; an update is being fetched ({percent}%)")
  package static let catalogueImporting = MessageForm<Message, Int>(
    "catalogue_importing", "{catalogue}; an import is in progress ({percent}%)")
  package static let catalogueLost = MessageForm<Message>(
    "catalogue_lost", "{catalogue}; the titles that you imported are lost")
  package static let catalogueMetered = MessageForm<Message, Timestamp>(
    "catalogue_metered", "{catalogue}; the connection is metered, the weekly update is tried again at {time}")
  package static let catalogueOnBattery = MessageForm<Message, Timestamp>(
    "catalogue_on_battery",
    "{catalogue}; the machine runs on battery, the weekly update is tried again at {time}")
  package static let catalogueOffline = MessageForm<Message, Timestamp>(
    "catalogue_offline", "{catalogue}; TMDB was not reached, the weekly update is tried again at {time}")
  package static let catalogueFailed = MessageForm<Message, Timestamp>(
    "catalogue_failed", "{catalogue}; the weekly update failed and is tried again at {time}")
  package static let catalogueNext = MessageForm<Message, Timestamp>(
    "catalogue_next", "{catalogue}; the next weekly update is at {time}")
  package static let catalogueEmpty = Message(
    "catalogue_empty", "empty: without a network and a key no titles are found")
  package static let embedCatalogue = Message(
    "embed_catalogue", "catalogue.embedded = true in config.toml, then restart the daemon")
  package static let noFacts = Message("no_facts", "this build has no facts about titles; set a TMDB key")
  package static let importAgain = Message(
    "import_again", "import the file again, or have TMDB's newest export imported")
  package static let updateNow = Message("update_now", "update it now, to see why it fails")

  package static let accountSessionEnded = MessageForm<String>(
    "account_session_ended", "TMDB no longer accepts the session of {username}")
  package static let accountCompared = MessageForm<String, Timestamp>(
    "account_compared", "{username}, last compared at {time}")
  package static let accountQuestion = MessageForm<Message>(
    "account_question", "{account}; nothing is changed until you agree")
  package static let accountPending = MessageForm<Message, Int>(
    "account_pending", "{account}; changes not sent to TMDB yet: {count}")
  package static let accountFailed = MessageForm<Message, Message>("account_failed", "{account}; {reason}")
  package static let compareNow = Message("compare_now", "compare now")

  static let stateForms: [any MessageTemplate] = [
    catalogueOpening, catalogueTitles, catalogueAsOf, catalogueWithExport, catalogueFetching,
    catalogueImporting, catalogueLost, catalogueMetered, catalogueOnBattery, catalogueOffline,
    catalogueFailed, catalogueNext, catalogueEmpty, embedCatalogue, noFacts, importAgain,
    updateNow, accountSessionEnded, accountCompared, accountQuestion, accountPending, accountFailed,
    compareNow,
  ]
}
