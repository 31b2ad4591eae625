package import JSONRPC

/// Of imports into the catalogue.
extension Message {
  package static let catalogueImportInProgress = Message(
    "catalogue_import_in_progress", "another import of the catalogue is in progress")
  package static let noExportFolder = Message("no_export_folder", "there is no folder for TMDB's exports")
  package static let noLineIsTitle = Message("no_line_is_title", "no line of it is a title")
  package static let nothingImported = MessageForm<String, Message, Int>(
    "nothing_imported", "nothing was imported from {file}: {reason}; lines read: {read}")
  package static let nothingImportedSkipped = MessageForm<String, Message, Int, [String]>(
    "nothing_imported_skipped", "nothing was imported from {file}: {reason}; lines read: {read} ({skipped})")
  package static let nothingImportedFrom = MessageForm<String, Message>(
    "nothing_imported_from", "nothing was imported from {file}: {reason}")
  package static let imdbTerms = MessageForm<String>(
    "imdb_terms", "IMDb's files are for personal and non-commercial use only: {address}")
  package static let exportFetchedElsewhere = MessageForm<String>(
    "export_fetched_elsewhere", "another daemon fetches TMDB's export into {folder}")
  package static let noRecentExport = MessageForm<Int>(
    "no_recent_export", "TMDB has no export of the last {days} days")
  package static let exportFileFailed = MessageForm<String, Message>("export_file_failed", "{file}: {reason}")
  package static let exportUnfetched = MessageForm<Message>(
    "export_unfetched", "TMDB's export could not be fetched: {reason}")
  package static let cancelCatalogueImport = Message(
    "cancel_catalogue_import", "the topic server reports its progress; to end it, cancel it")
  package static let fetchFileAgain = Message("fetch_file_again", "fetch the file again")
  package static let importFilms = Message(
    "import_films", "it lists people; import the export of films, movie_ids, or of series, tv_series_ids")
  package static let importExports = Message(
    "import_exports",
    "import TMDB's daily export of films or series, IMDb's title.basics, or a JSON object per line")
  package static let importBasics = Message(
    "import_basics", "import IMDb's title.basics first, so that these titles are found")
  package static let freeCacheSpace = Message(
    "free_cache_space", "free space on the disk of the cache folder, then try again")
  package static let acceptTerms = Message("accept_terms", "accept the terms if you agree to them")
  package static let otherCacheFolder = Message(
    "other_cache_folder", "try again when it is done, or give one of the daemons another folders.cache")
  package static let checkCacheFolder = Message("check_cache_folder", "check the cache folder")
  package static let tryTomorrow = Message("try_tomorrow", "try again tomorrow")
  package static let updateLater = Message("update_later", "update the catalogue later")

  static let catalogueForms: [any MessageTemplate] = [
    catalogueImportInProgress, noExportFolder, noLineIsTitle, nothingImported,
    nothingImportedSkipped, nothingImportedFrom, imdbTerms, exportFetchedElsewhere, noRecentExport,
    exportFileFailed, exportUnfetched, cancelCatalogueImport, fetchFileAgain, importFilms, importExports,
    importBasics, freeCacheSpace, acceptTerms, otherCacheFolder, checkCacheFolder, tryTomorrow, updateLater,
  ]
}
