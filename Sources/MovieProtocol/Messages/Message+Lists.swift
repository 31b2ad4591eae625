package import JSONRPC

/// Of the watchlist and the favourites, and of what is imported into them.
extension Message {
  package static let entryHasVersion = MessageForm<String, Int>(
    "entry_has_version", "the entry of {key} has version {version}")
  package static let notOnList = MessageForm<String>("not_on_list", "{key} is not on the list")
  package static let nothingDone = Message("nothing_done", "nothing was changed")
  package static let importInProgress = Message("import_in_progress", "an import is in progress")
  package static let noImport = Message("no_import", "there is no import to undo")
  package static let noImportNumber = MessageForm<Int>("no_import_number", "there is no import {id} to undo")
  package static let readListAgain = MessageForm<String, MessageParameter>(
    "read_list_again", "read {list} again, then send the version it has, or leave out {param}")
  package static let seeList = Message("see_list", "see what is on the list")
  package static let addTitle = Message("add_title", "add it")
  package static let removeEntries = Message("remove_entries", "remove some, or set limits.library_entries")
  package static let nothingImportedTooLong = MessageForm<String>(
    "nothing_imported_too_long",
    "nothing was imported, the list {list} would be too long: set limits.library_entries")
  package static let followOrCancelImport = Message(
    "follow_or_cancel_import", "follow its progress on the topic server, or cancel it")
  package static let undoOnlyLast = Message(
    "undo_only_last", "only the last import of a profile can be undone, once")
  package static let fileFault = MessageForm<String, Message>("file_fault", "{file} {fault}")
  package static let archiveFileFault = MessageForm<String, Message>(
    "archive_file_fault", "has the file {name}, which {fault}")
  package static let exceeds = MessageForm<String, Int>("exceeds", "exceeds the limit {limit} ({max})")
  package static let isLink = Message("is_link", "is a symbolic link")
  package static let isNoRegularFile = Message("is_no_regular_file", "is not a regular file")
  package static let cannotBeOpened = MessageForm<String>("cannot_be_opened", "cannot be opened: {reason}")
  package static let cannotBeOpenedBecause = MessageForm<Message>(
    "cannot_be_opened_because", "cannot be opened: {reason}")
  package static let cannotBeRead = MessageForm<String>("cannot_be_read", "cannot be read: {reason}")
  package static let isOfOtherUser = Message("is_of_other_user", "belongs to another user")
  package static let isOfNoKnownFormat = Message("is_of_no_known_format", "is in no known format")
  package static let couldBeAnyOf = MessageForm<[String]>(
    "could_be_any_of", "could be any of {files}: they look the same inside")
  package static let keepFileName = Message(
    "keep_file_name", "import it under the name that it has in the archive")
  package static let sendFormat = MessageForm<MessageParameter, MessageChoices>(
    "send_format", "send {format}: one of {choices}")
  package static let isArchive = Message("is_archive", "is a ZIP archive")
  package static let archiveLacksExport = MessageForm<String>(
    "archive_lacks_export", "has no file of an export of {format}")
  package static let lacksEntries = MessageForm<String>("lacks_entries", "has no entries of {source}")
  package static let lacksHeader = MessageForm<Message, [String]>(
    "lacks_header", "has no header of {source}: it requires the columns {columns}")
  package static let anIMDbList = Message("an_imdb_list", "an IMDb list")
  package static let aLetterboxdExport = Message("a_letterboxd_export", "a Letterboxd export")
  package static let isNoJSON = MessageForm<String, Int>(
    "is_no_json", "is not JSON: {reason}, on line {line}")
  package static let isNoCSV = Message("is_no_csv", "is not valid CSV: its quotes do not match")
  package static let wasNotReadWhole = Message("was_not_read_whole", "was not read to the end")
  package static let cannotBeUnpacked = Message(
    "cannot_be_unpacked", "cannot be unpacked: libz.so.1 cannot be loaded")
  package static let isDamagedArchive = MessageForm<String>(
    "is_damaged_archive", "is a damaged ZIP archive: {reason}")
  package static let isUnreadableArchive = MessageForm<String>(
    "is_unreadable_archive", "is a ZIP archive that cannot be read: {reason}")
  package static let sendFileItself = Message("send_file_itself", "give the path of the file itself")
  package static let sendFilePath = Message(
    "send_file_path", "give the path of a file, not of a folder")
  package static let checkPath = Message("check_path", "check the path and its permissions")
  package static let copyFile = Message("copy_file", "copy it, then give the path of the copy")
  package static let splitFile = Message("split_file", "split the file")
  package static let unpackFile = Message("unpack_file", "unpack it, and import its files one by one")
  package static let chooseFormat = Message("choose_format", "choose the file's format")
  package static let downloadFileAgain = Message("download_file_again", "download it again")
  package static let checkItsDisk = Message("check_its_disk", "see whether its disk or network drive works")

  static let listsForms: [any MessageTemplate] = [
    entryHasVersion, notOnList, nothingDone, importInProgress, noImport, noImportNumber, readListAgain,
    seeList, addTitle, removeEntries, nothingImportedTooLong, followOrCancelImport, undoOnlyLast, fileFault,
    archiveFileFault, exceeds, isLink, isNoRegularFile, isOfNoKnownFormat, couldBeAnyOf,
    keepFileName, sendFormat, cannotBeOpened,
    cannotBeOpenedBecause, cannotBeRead, isOfOtherUser, isArchive, archiveLacksExport, lacksEntries,
    lacksHeader, anIMDbList, aLetterboxdExport, isNoJSON, isNoCSV, wasNotReadWhole, cannotBeUnpacked,
    isDamagedArchive, isUnreadableArchive, sendFileItself, sendFilePath, checkPath, copyFile, splitFile,
    unpackFile, chooseFormat, downloadFileAgain, checkItsDisk,
  ]
}
