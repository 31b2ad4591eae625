package import JSONRPC

/// Of the shared folder.
extension Message {
  package static let syncFolderAway = Message("sync_folder_away", "there is no such folder now")
  package static let syncFolderSilent = Message("sync_folder_silent", "it does not answer")
  package static let syncUnmerged = MessageForm<String>(
    "sync_unmerged", "{file} cannot be read to its end, so it is not written")
  package static let syncTooLarge = MessageForm<String, Int>(
    "sync_too_large", "{file} would be larger than {max} MiB")
  package static let syncPassphraseForm = MessageForm<String, Int, Int>(
    "sync_passphrase_form", "{file} must have one line of {min} to {max} bytes")
  package static let syncNeedsLibsodium = MessageForm<String>(
    "sync_needs_libsodium",
    "cannot load libsodium, which is libsodium23 on Debian, libsodium on Fedora and Arch ({reason})")
  package static let syncListFull = MessageForm<String>(
    "sync_list_full", "the {list} has limits.library_entries titles")
  package static let syncManyFiles = MessageForm<Int, Int>(
    "sync_many_files", "{count} files are not read: at most {max} are")
  package static let syncRecordFull = Message("sync_record_full", "the record of all changes has its maximum")
  package static let syncKeyMemory = Message(
    "sync_key_memory", "a key needs 256 MiB of memory while it is made")

  static let syncForms: [any MessageTemplate] = [
    syncFolderAway, syncFolderSilent, syncUnmerged, syncTooLarge, syncPassphraseForm, syncNeedsLibsodium,
    syncListFull, syncManyFiles, syncRecordFull, syncKeyMemory,
  ]
}
