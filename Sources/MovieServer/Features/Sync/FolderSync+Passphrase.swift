import EventLoop
import JSONRPC
import MovieProtocol
import MovieSync

// The passphrase of the journals.
extension FolderSync {
  /// The file is read at each look, so that a new passphrase needs no restart. All journals are read again with
  /// it, and this device's own one is written again.
  ///
  /// - Parameter folder: by its threads, because the file may be on a network drive as well.
  func usePassphrase(_ folder: FolderAccess) async throws {
    let read = try await folder.call { [keys, passphraseFile] _ throws(SyncFolder.Fault) in
      Result { () throws(PassphraseFile.Fault) -> JournalKeys? in
        guard let passphraseFile else { return nil }
        let passphrase = try PassphraseFile.read(passphraseFile)
        if let keys, keys.isMade(of: passphrase) { return keys }
        return try PassphraseFile.keys(passphrase)
      }
    }
    let keys = try read.get()
    guard keys !== self.keys else { return }
    self.keys = keys
    forgetWhatWasRead()
  }

  func forgetWhatWasRead() {
    (isChecked, journal, keyQueue) = (false, nil, KeyQueue())
    faulty.removeAll()
  }
}

/// This device's journal.
struct OwnJournal: Sendable {
  /// Nil: it is not encrypted.
  let cipher: LineCipher?
}

extension PassphraseFile.Fault {
  var described: (SyncStatus.State, Message) {
    switch self {
    case .unusable(let message): (.noPassphrase, message)
    case .noLibsodium(let reason):
      (.noLibsodium, .syncNeedsLibsodium(reason))
    }
  }
}
