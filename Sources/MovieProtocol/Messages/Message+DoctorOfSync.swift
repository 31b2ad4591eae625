package import JSONRPC

/// What `doctor` finds in the shared folder.
extension Message {
  package static let syncEncrypted = MessageForm<String>("sync_encrypted", "{folder}, encrypted")
  package static let syncAlone = MessageForm<Message>(
    "sync_alone", "{folder}; no other machine has written there yet")
  package static let syncShared = MessageForm<Message, [String]>(
    "sync_shared", "{folder}; shared with {machines}")
  package static let syncNotRead = MessageForm<Message, [String]>(
    "sync_not_read", "{folder}; not read: {machines}")
  package static let syncUnread = MessageForm<String>("sync_unread", "{folder}: not read yet")
  package static let syncAway = MessageForm<String>(
    "sync_away", "{folder}: there is no such folder now; changes wait for it")
  package static let syncFault = MessageForm<String, Message>("sync_fault", "{folder}: {reason}")
  package static let syncNotAdded = MessageForm<String, Message>(
    "sync_not_added", "{folder}: not all was added: {reason}")
  package static let syncPartlyRead = MessageForm<String, Message>(
    "sync_partly_read", "{folder}: not all was read: {reason}")
  package static let syncMount = MessageForm<String>(
    "sync_mount", "mount it, or create it: mkdir -p {folder}")
  package static let syncNeedsAccess = Message(
    "sync_needs_access",
    "you need to be able to read and write there, and there must be room; changes wait for it")
  package static let syncInstallLibsodium = Message(
    "sync_install_libsodium", "install libsodium: libsodium23 on Debian, libsodium on Fedora and Arch")
  package static let syncMakePassphrase = Message(
    "sync_make_passphrase",
    "make it as man movierpc-sync says, and chmod 600; nothing is read or written until then")
  package static let syncRemoveTitles = Message(
    "sync_remove_titles", "remove some titles, or set limits.library_entries")
  package static let syncMoveFiles = Message(
    "sync_move_files",
    "move files out of it that are of no machine of yours, then reset the record of changes")
  package static let syncDeleteFiles = Message(
    "sync_delete_files",
    "delete the files there whose machines are gone, and copies that a sync program has made")
  package static let syncFileDamaged = MessageForm<String>(
    "sync_file_damaged", "{file}: some lines are damaged and were skipped")
  package static let syncFileAhead = MessageForm<String>(
    "sync_file_ahead", "{file}: some changes are more than a day ahead of this machine's clock")
  package static let syncFileForgotten = MessageForm<String>(
    "sync_file_forgotten", "{file}: nothing was written there for a year, so it is not read any more")
  package static let syncFileNewer = MessageForm<String>(
    "sync_file_newer", "{file}: a later version of movierpc wrote it")
  package static let syncFileFull = MessageForm<String>(
    "sync_file_full", "{file} has more than is taken from one machine, so not all of it is read")
  package static let syncFilePlain = MessageForm<String>(
    "sync_file_plain", "{file} is not encrypted, so it is not read")
  package static let syncFileEncrypted = MessageForm<String>(
    "sync_file_encrypted", "{file} is encrypted, so it is not read")
  package static let syncFileWaits = MessageForm<String>(
    "sync_file_waits", "{file} waits until its key is made, which takes up to a minute")
  package static let syncFileOther = MessageForm<String>(
    "sync_file_other", "{file} is encrypted with another passphrase, so it is not read")
  package static let syncFileForeign = MessageForm<String>(
    "sync_file_foreign", "{file} is no journal of movierpc, or is damaged at its beginning")
  package static let syncFileUnreadable = MessageForm<String>(
    "sync_file_unreadable", "{file} is too large or cannot be read")
  package static let syncFileName = MessageForm<String>(
    "sync_file_name", "{file}: this name is no UTF-8, so the file is not read")
  package static let syncRewrite = Message(
    "sync_rewrite",
    "restart the daemon on its own machine, which writes it again; delete a copy that no machine writes")
  package static let syncCompareClocks = Message(
    "sync_compare_clocks", "compare the clocks of both machines (date)")
  package static let syncDeleteOld = Message("sync_delete_old", "delete it if that machine is gone")
  package static let syncInstallSame = Message(
    "sync_install_same", "install the same version on this machine")
  package static let syncMoveFile = Message(
    "sync_move_file",
    "move it out of the folder if it is of no machine of yours, then reset the record of changes")
  package static let syncEncryptThere = Message(
    "sync_encrypt_there",
    "set sync.passphrase_file on that machine, or delete the file if it is not used any more")
  package static let syncEncryptHere = Message(
    "sync_encrypt_here", "set sync.passphrase_file on this machine, with the same passphrase")
  package static let syncLookAgain = Message("sync_look_again", "look again in a minute")
  package static let syncCopyPassphrase = Message(
    "sync_copy_passphrase", "copy the passphrase file from one machine to the other")
  package static let syncMoveForeign = Message(
    "sync_move_foreign", "move it out of the shared folder, unless it is still being copied")
  package static let syncCheckSize = Message(
    "sync_check_size", "ls -l shows which; a journal has at most 64 MiB")
  package static let syncRename = Message(
    "sync_rename", "rename it, with only letters, digits and - before .jsonl")

  static let doctorOfSyncForms: [any MessageTemplate] = [
    syncEncrypted, syncAlone, syncShared, syncNotRead, syncUnread, syncAway, syncFault, syncNotAdded,
    syncPartlyRead, syncMount, syncNeedsAccess, syncInstallLibsodium, syncMakePassphrase, syncRemoveTitles,
    syncMoveFiles, syncDeleteFiles, syncFileDamaged, syncFileAhead, syncFileForgotten, syncFileNewer,
    syncFileFull, syncFilePlain, syncFileEncrypted, syncFileWaits, syncFileOther, syncFileForeign,
    syncFileUnreadable, syncFileName, syncRewrite, syncCompareClocks, syncDeleteOld, syncInstallSame,
    syncMoveFile, syncEncryptThere, syncEncryptHere, syncLookAgain, syncCopyPassphrase, syncMoveForeign,
    syncCheckSize, syncRename,
  ]
}
